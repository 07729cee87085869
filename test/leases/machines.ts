import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach } from 'vitest';
import { createProject } from '../support/command.ts';
import { startPaidService } from '../support/paid-service.ts';
import type { PaidService, PaidServiceOptions } from '../support/paid-service.ts';

/** What builds need to know beside the URL of the place. */
let placeEnv: Readonly<Record<string, string>> = {};
export function usePlace(env: Readonly<Record<string, string>>): void {
  placeEnv = env;
}

export const newKey = (): string => `ed25519-secret:${randomBytes(32).toString('base64url')}`;
const manifest = (prompt: string) => ({
  assets: { hero: { kind: 'image', prompt, outputs: ['png'] } },
});

/** The service of the test that runs. */
export let paid: PaidService;
export async function open(options: PaidServiceOptions): Promise<void> {
  paid = await startPaidService(options);
}
afterEach(() => paid.close());

export interface Machine {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A checkout and an empty cache of its own; CI, told to generate. */
export async function newMachine(
  prompt: string,
  remote: string,
  more: Record<string, string> = {},
  buyAlone?: boolean | number,
): Promise<Machine> {
  return {
    root: await createProject(manifest(prompt), { cache: { buyAlone } }),
    env: {
      CI: 'true',
      ASSETGEN_MODE: 'generate',
      ASSETGEN_API_URL: paid.url,
      ASSETGEN_API_KEY: 'secret-key',
      ASSETGEN_CACHE_DIR: mkdtempSync(path.join(tmpdir(), 'cache-')),
      ASSETGEN_REMOTE_CACHE: remote,
      ...placeEnv,
      ...more,
    },
  };
}

export function later(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

export const fileOf = ({ root }: Machine): Buffer =>
  readFileSync(path.join(root, '.assetgen/files/hero.png'));
export const lockOf = ({ root }: Machine): string =>
  readFileSync(path.join(root, 'assets.gen.lock.json'), 'utf8');
