import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeTrust, readTrusted } from '../node/trust-file.ts';
import { serialiseLock } from '../lock/serialise-lock.ts';
import { lockedOf } from '../testing/locks.ts';
import { openProjectTools } from './open-project-tools.ts';
import type { ProjectTools } from './project.ts';

const KEY = 'key-of-the-environment';
const MANIFEST = {
  assets: {
    hill: { kind: 'image', prompt: 'a hill' },
    dale: { kind: 'image', model: 'group/m', prompt: 'a dale' },
  },
};
const REFUSED = { code: 'ASSETGEN_TRUST' };

/** A pull request that changes one line of a config does not get the key, nor credentials. */
describe('a place that only the repository names', () => {
  let server: Server;
  let requests: string[];
  /** The server by an address that is not loopback by its name. */
  let elsewhere: string;
  let root: string;
  let project: ProjectTools;

  beforeEach(async () => {
    requests = [];
    server = createServer((request, response) => {
      requests.push(`${request.url} ${request.headers.authorization ?? ''}`);
      response.end('{"total_points": 5}');
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    elsewhere = `http://0.0.0.0:${(server.address() as AddressInfo).port}`;
    const base = await realpath(await mkdtemp(path.join(os.tmpdir(), 'trust-')));
    root = path.join(base, 'project');
    await mkdir(root);
    await writeFile(path.join(root, 'assets.gen.json'), JSON.stringify(MANIFEST));
    vi.stubEnv('XDG_CONFIG_HOME', path.join(base, 'config'));
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await project.close();
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  });

  async function open(config: object, env: Readonly<Record<string, string>> = {}): Promise<void> {
    await writeFile(path.join(root, '.assetgenrc.json'), JSON.stringify(config));
    const given = {
      ASSETGEN_API_KEY: KEY,
      ASSETGEN_CACHE_DIR: path.join(root, '../cache'),
      ...env,
    };
    project = openProjectTools({ root, command: 'build' }, given);
  }
  /** The key arrives. */
  const asked = async (): Promise<void> => {
    await project.balance(new AbortController().signal);
    expect(requests.join()).toContain(`Bearer ${KEY}`);
  };
  /** The codes of a run that is refused as a whole, or asset by asset. */
  const codes = async (mode: 'generate' | 'frozen'): Promise<readonly string[]> => {
    try {
      const { report } = await project.ensure({ mode });
      return [...new Set(report.errors.map(({ code }) => code))];
    } catch (error) {
      return [(error as { code: string }).code];
    }
  };

  it.each(['apiUrl', 'baseUrl'])('by "%s" gets nothing, whatever is asked', async (option) => {
    await open({ [option]: elsewhere });
    await expect(project.plan()).rejects.toMatchObject(REFUSED);
    expect(await codes('generate')).toEqual(['ASSETGEN_TRUST']);
    await expect(project.balance(new AbortController().signal)).rejects.toMatchObject(REFUSED);
    const runtime = await project.runtime();
    await expect(runtime.client()).rejects.toMatchObject(REFUSED);
    expect(requests).toEqual([]);
  });

  it('gets nothing from frozen CI, where a blob has to be fetched', async () => {
    await open({ apiUrl: elsewhere }, { CI: 'true' });
    const { assets } = await project.inspect().then(({ plan }) => plan);
    const locked = assets.map(({ asset }) => [asset.name, lockedOf(asset)] as const);
    const lock = serialiseLock({ assets: Object.fromEntries(locked) });
    await writeFile(path.join(root, 'assets.gen.lock.json'), lock);
    expect(await codes('frozen')).toEqual(['ASSETGEN_TRUST']);
    expect(requests).toEqual([]);
  });

  it('is refused with TLS too, and one of two is enough', async () => {
    await open({
      apiUrl: 'https://service.invalid',
      baseUrl: elsewhere.replace('0.0.0.0', '127.0.0.1'),
    });
    await expect((await project.runtime()).client()).rejects.toMatchObject(REFUSED);
    expect(requests).toEqual([]);
  });

  it('is no matter for a build that asks nothing of it', async () => {
    await open({ apiUrl: elsewhere });
    expect((await project.ensure({ mode: 'draft', only: ['hill'] })).report).toMatchObject({
      ok: true,
      drafted: 1,
    });
    expect(requests).toEqual([]);
  });

  it('gets the key once this user trusts it, and not any more once that is taken back', async () => {
    await open({ apiUrl: elsewhere });
    expect(await changeTrust(root, elsewhere, true)).toMatchObject({ changed: true });
    expect(await changeTrust(root, elsewhere, true)).toMatchObject({ changed: false });
    expect(await project.places()).toEqual([
      { origin: elsewhere, what: 'service', trustedBy: 'user' },
    ]);
    await asked();
    await project.close();
    await changeTrust(root, elsewhere, false);
    await open({ apiUrl: elsewhere });
    await expect((await project.runtime()).client()).rejects.toMatchObject(REFUSED);
  });

  it('gets the key where the environment allows it by name', async () => {
    await open({ apiUrl: elsewhere }, { ASSETGEN_TRUST: elsewhere });
    await asked();
  });

  it('that is plain HTTP is refused from the environment too', async () => {
    await open({}, { ASSETGEN_API_URL: elsewhere });
    const error = await (await project.runtime()).client().catch((each: unknown) => each);
    expect(error).toMatchObject({ ...REFUSED, message: expect.stringContaining('plain HTTP') });
  });

  it('gets the key where it is this machine, without any set-up', async () => {
    await open({ apiUrl: elsewhere.replace('0.0.0.0', '127.0.0.1') });
    await asked();
  });

  it('as a shared cache gets no credentials', async () => {
    const aws = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
    const cache = { remote: { url: `s3://bucket?endpoint=${elsewhere}`, insecure: true } };
    await open({ service: 'local', cache }, aws);
    await expect(project.ensure({ mode: 'generate' })).rejects.toMatchObject(REFUSED);
    await expect(project.ensure({ mode: 'frozen' })).rejects.toMatchObject(REFUSED);
    expect(await project.checkShared()).toMatchObject([{ held: REFUSED }]);
    await expect(project.push(new AbortController().signal)).rejects.toMatchObject(REFUSED);
    expect(requests).toEqual([]);
  });

  it('cannot be trusted by a file of the repository, where this user has the checkout for a home', async () => {
    vi.stubEnv('XDG_CONFIG_HOME', path.join(root, '.config'));
    const folder = path.join(root, '.config/assetgen');
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'trust.json'), JSON.stringify({ origins: [elsewhere] }));
    await open({ apiUrl: elsewhere });
    expect(await readTrusted(root)).toEqual([]);
    await expect((await project.runtime()).client()).rejects.toMatchObject(REFUSED);
    await expect(changeTrust(root, elsewhere, true)).rejects.toMatchObject({
      code: 'ASSETGEN_USAGE',
    });
  });
});
