import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { validateBytes } from 'gltf-validator';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createProject, runCommand, writeManifest } from '../support/command.ts';
import type { CountedService } from '../support/counted-service.ts';
import { startCountedService } from '../support/counted-service.ts';

interface Report {
  readonly generated: number;
  readonly errors: readonly { readonly code: string; readonly message: string }[];
}

const SMALL = { outputs: [{ format: 'webp', width: 64 }] };

describe('assets that feed others, and what is checked before points are spent', () => {
  let service: CountedService;
  let listsModels = true;
  let root: string;
  let env: Record<string, string>;

  const build = async (assets: object, ...args: string[]) => {
    writeManifest(root, { assets });
    const result = await runCommand(root, ['build', '--json', ...args], env);
    return { ...result.json<Report>(), code: result.code };
  };
  const requests = (name: string): number =>
    service.requests.filter((request) => request.endsWith(name)).length;

  beforeAll(async () => {
    service = await startCountedService({}, async (request) =>
      listsModels || !request.url.endsWith('/models') ? null : new Response('', { status: 500 }),
    );
    root = await createProject({ assets: {} });
    env = {
      ASSETGEN_API_URL: service.url,
      ASSETGEN_API_KEY: 'secret-key',
      ASSETGEN_CACHE_DIR: await mkdtemp(path.join(tmpdir(), 'cache-')),
    };
    await sharp({ create: { width: 64, height: 64, channels: 3, background: '#3a7d44' } })
      .png()
      .toFile(path.join(root, 'field.png'));
  });
  beforeEach(() => service.reset());
  afterAll(() => service.close());

  const CONCEPT = { kind: 'image', prompt: 'a red dragon', ...SMALL };
  const GRAPH = {
    concept: CONCEPT,
    statue: {
      kind: 'model',
      image: { asset: 'concept' },
      quality: 'standard',
      faces: 100_000,
    },
    figures: { kind: 'chibi', images: [{ asset: 'concept' }, './field.png'], style: 'toy' },
  };

  test('an image is a dependency of a model and a chibi: made first, uploaded, each bought once', async () => {
    const style = await usableStyle();
    const graph = { ...GRAPH, figures: { ...GRAPH.figures, style } };
    expect(await build(graph)).toMatchObject({ code: 0, generated: 3 });
    expect(service.creates()).toBe(3);
    expect(requests('/api/generateModelWithImage')).toBe(1);
    for (const name of ['statue.glb', 'figures/concept.glb', 'figures/field.glb']) {
      const glb = await readFile(path.join(root, '.assetgen/files', name));
      expect((await validateBytes(glb)).issues.numErrors).toBe(0);
    }
    service.reset();
    // The image is needed again, and its blob is gone: it is downloaded, not made.
    await rm(env['ASSETGEN_CACHE_DIR'] ?? '', { recursive: true });
    const twice = { ...graph, statue: { ...GRAPH.statue, revision: 1 } };
    expect(await build(twice)).toMatchObject({ code: 0, generated: 1 });
    expect(service.creates()).toBe(1);
    service.reset();
    expect(await build(twice)).toMatchObject({ code: 0, generated: 0 });
    expect(service.requests).toEqual([]);
  });

  test('a required portrait that is none: nothing is bought', async () => {
    const style = await usableStyle();
    const team = { kind: 'chibi', images: ['./field.png'], style, requirePortrait: true };
    const report = await build({ team });
    expect(report).toMatchObject({ code: 1, errors: [{ code: 'ASSETGEN_PORTRAIT' }] });
    expect(requests('/api/checkHumanImage')).toBe(1);
    expect(service.creates()).toBe(0);
  });

  test('a model id that the service does not have: told by the plan, exit 2, nothing is bought', async () => {
    const hero = { kind: 'image', model: 'assetgen/image-3', prompt: 'a lake', ...SMALL };
    writeManifest(root, { assets: { hero } });
    const plan = await runCommand(root, ['plan', '--json'], env);
    expect(plan.json()).toMatchObject({
      assets: [{ name: 'hero', action: 'blocked', points: { min: 0, max: 0 } }],
    });
    expect(plan.stdout).toContain('Did you mean \\"assetgen/image-2\\"?');
    const report = await build({ hero });
    expect(report).toMatchObject({ code: 2, errors: [{ code: 'ASSETGEN_MODEL' }] });
    expect(service.creates()).toBe(0);
  });

  test('an image of group V1 is checked, bought once, and warm without the service', async () => {
    const hero = { kind: 'image', model: 'assetgen/image-2', prompt: 'a lake', resolution: '1K' };
    const wrong = await build({ hero: { ...hero, resolution: '9K', ...SMALL } });
    expect(wrong.errors[0]?.message).toContain('has no resolution "9K": it has 1K, 2K');
    // A list that cannot be had anew blocks nothing: the service decides.
    listsModels = false;
    expect(await build({ hero: { ...hero, ...SMALL } })).toMatchObject({ code: 0, generated: 1 });
    expect(requests('/openapi/v1/images/generations')).toBe(1);
    service.reset();
    expect(await build({ hero: { ...hero, ...SMALL } })).toMatchObject({ code: 0, generated: 0 });
    expect(service.requests).toEqual([]);
    listsModels = true;
  });

  test('a frozen asset keeps what is locked though its prompt changes; the drift is told', async () => {
    const sign = { kind: 'image', prompt: 'a sign', frozen: true, ...SMALL };
    expect(await build({ sign })).toMatchObject({ code: 0, generated: 1 });
    const file = path.join(root, '.assetgen/files/sign.64w.webp');
    const [before, lock] = [await readFile(file), await lockText()];
    service.reset();
    expect(await build({ sign: { ...sign, prompt: 'another sign' } })).toMatchObject({
      code: 0,
      generated: 0,
    });
    expect(service.requests).toEqual([]);
    expect([await readFile(file), await lockText()]).toEqual([before, lock]);
    const check = await runCommand(root, ['check'], env);
    expect(check.code).toBe(0);
    expect(check.stderr).toContain('sign: its recipe changed, but it is frozen');
  });

  const lockText = (): Promise<string> => readFile(path.join(root, 'assets.gen.lock.json'), 'utf8');

  async function usableStyle(): Promise<string> {
    const { STYLES } = await import('@assetgen/service');
    return STYLES[0] ?? '';
  }
});
