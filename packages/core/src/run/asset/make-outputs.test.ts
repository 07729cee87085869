import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  symlink,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { openStepPool } from '../../node/steps/open-step-pool.ts';
import type { LockedAsset } from '../../lock/lock.ts';
import { openBlobStore } from '../../store/cas/blob-store.ts';
import { openResultIndex } from '../../store/index/result-index.ts';
import { lockedOf } from '../../testing/locks.ts';
import { assetOf } from '../../testing/manifests.ts';
import { sampleGlb } from '../../testing/sample-glb.ts';
import { systemClock } from '@assetgen/client/clock';
import type { BuildContext } from '../build-context.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { openProjectFiles } from '../workspace/workspace-files.ts';
import { makeOutputs } from './make-outputs.ts';

const ENTRY = { kind: 'image', prompt: 'x', outputs: [{ format: 'webp', width: 16 }, 'png'] };
const ASSET = { ...assetOf(ENTRY), name: 'a' };

describe('makeOutputs', () => {
  let root: string;
  let workspace: Workspace;
  let locked: LockedAsset;
  beforeEach(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'outputs-'));
    workspace = await openWorkspace();
    const bytes = await sharp({ create: { width: 32, height: 32, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const source = await workspace.store.putBytes(bytes);
    locked = lockedOf(ASSET, { variants: [{ uuid: 'u', ...source }], outputs: {} });
  });
  const openWorkspace = async (): Promise<Workspace> => ({
    ...(await openProjectFiles(root, systemClock)),
    base: null,
    store: openBlobStore(path.join(root, 'cache')),
    index: openResultIndex(path.join(root, 'cache/index')),
    shared: null,
    engine: () => Promise.reject(new Error('the service was asked')),
    remake: null,
    checkPortrait: () => Promise.reject(new Error('the service was asked')),
  });
  const make = (asset = ASSET, entry = locked, told: unknown[] = []) =>
    makeOutputs(asset, entry, workspace, {
      ports: {
        root,
        steps: () => Promise.resolve(openStepPool()),
      },
      slot: { place: 0, outside: (wait: () => Promise<unknown>) => wait() },
      options: { mode: 'generate', onEvent: (event: unknown) => void told.push(event) },
      signal: new AbortController().signal,
    } as unknown as BuildContext);
  const file = (name: string) => path.join(workspace.filesDir, name);

  it('names the output that cannot be made', async () => {
    const wide = { ...ENTRY, outputs: ['png', { format: 'webp', width: 16_384, height: 1 }] };
    await expect(make({ ...assetOf(wide), name: 'a' })).rejects.toMatchObject({
      code: 'ASSETGEN_CONTENT',
      message: expect.stringMatching(/^a\.16384w\.webp: webp has at most 16,383 pixels a side/),
    });
  });

  it('makes files, and their entries of the lock', async () => {
    const { locked: made } = await make();
    expect(Object.keys(made.outputs)).toEqual(['a.16w.webp', 'a.png']);
    expect(await sharp(await readFile(file('a.16w.webp'))).metadata()).toMatchObject({
      format: 'webp',
      width: 16,
    });
    // A PNG of a PNG is the source as it is.
    expect(locked.variants[0]).toMatchObject({ digest: made.outputs['a.png']?.digest });
  });

  it('restores a file that was edited, from the store', async () => {
    const { locked: made } = await make();
    await writeFile(file('a.16w.webp'), 'edited');
    workspace = { ...(await openWorkspace()), store: workspace.store };
    expect((await make(ASSET, made)).locked.outputs).toEqual(made.outputs);
    expect((await sharp(await readFile(file('a.16w.webp'))).metadata()).width).toBe(16);
  });

  it('heals an output whose blob went bad, and never gives it out', async () => {
    const { locked: made } = await make();
    const digest = made.outputs['a.16w.webp']?.digest;
    if (digest === undefined) throw new Error('no output');
    // Read-only for those who are not root.
    await chmod(workspace.store.path(digest), 0o644);
    await writeFile(workspace.store.path(digest), 'spoilt');
    await writeFile(file('a.16w.webp'), 'edited');
    workspace = await openWorkspace();
    expect((await make(ASSET, made)).locked.outputs).toEqual(made.outputs);
    expect(await workspace.store.read(digest)).not.toBeNull();
    expect((await sharp(await readFile(file('a.16w.webp'))).metadata()).width).toBe(16);
  });

  it('warns once of a model that lies on its side, where it makes it', async () => {
    const outputs = [{ format: 'glb', lods: [1, 0.5] }];
    const knight = { ...assetOf({ kind: 'model', prompt: 'a knight', outputs }), name: 'a' };
    // Two spheres beside each other: 4.5 wide and 2 high.
    const source = await workspace.store.putBytes((await sampleGlb(8)).glb);
    const entry = lockedOf(knight, { variants: [{ uuid: 'u', ...source }], outputs: {} });
    const told: unknown[] = [];
    const first = await make(knight, entry, told);
    expect(told).toEqual([
      { type: 'processing', asset: 'a', outputs: 2 },
      {
        type: 'warning',
        code: 'ASSETGEN_ORIENTATION',
        message: expect.stringMatching(
          /^a\.lod0\.glb seems to lie on its side: it is 2 high and 5 wide\. To turn it, set "up": "\+x"/,
        ),
      },
    ]);
    await make(knight, first.locked, told);
    expect(told).toHaveLength(2);
  });

  it('holds what another project made against its own limits', async () => {
    await make();
    const strict = { ...ASSET, expect: { maxBytes: 1 } };
    await expect(make(strict)).rejects.toMatchObject({ code: 'ASSETGEN_EXPECT' });
  });

  it.each([
    ['an output that is a link', 'a.16w.webp'],
    ['a folder that is a link', 'sub'],
  ])('refuses %s, and leaves what it points to alone', async (_name, link) => {
    const outside = path.join(root, 'outside');
    await mkdir(path.join(outside, 'folder'), { recursive: true });
    await writeFile(path.join(outside, 'precious'), 'precious');
    await mkdir(workspace.filesDir, { recursive: true });
    const isFolder = link === 'sub';
    await symlink(path.join(outside, isFolder ? 'folder' : 'precious'), file(link));
    const asset = isFolder ? { ...ASSET, outputs: inFolder() } : ASSET;
    await expect(make(asset)).rejects.toMatchObject({ code: 'ASSETGEN_LINK' });
    expect(await readFile(path.join(outside, 'precious'), 'utf8')).toBe('precious');
    expect(await readdir(path.join(outside, 'folder'))).toEqual([]);
    expect((await lstat(file(link))).isSymbolicLink()).toBe(true);
  });

  const inFolder = () => ASSET.outputs.map((output) => ({ ...output, name: `sub/${output.name}` }));
});
