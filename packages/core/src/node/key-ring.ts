import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import type { ResolvedRemote } from '../config/resolve-remote.ts';
import { realFolder } from '../fs/real-folder.ts';
import { commentOf } from '../key-text.ts';
import type { SigningKey } from '../store/remote/signing-key.ts';
import { createSigningKey, loadSigningKey, readSigningKey } from '../store/remote/signing-key.ts';
import { userFolder } from './user-folder.ts';

const VARIABLE = 'ASSETGEN_SIGNING_KEY';

/** This user's key, and where it comes from. */
export interface OwnKey {
  /** As a config has it. */
  readonly publicKey: string;
  readonly name: string;
  /** Absolute path, or the variable of the environment. */
  readonly origin: string;
}

/** The keys of the shared cache, as far as this machine and its config know them. */
export interface KeyRing {
  /** null: nothing is signed here. */
  readonly own: OwnKey | null;
  readonly trusted: readonly { readonly publicKey: string; readonly name: string }[];
}

export interface NewKeyOptions {
  /** File of the private key. @default the one that builds of this user sign with */
  readonly file?: string;
  /** Name of the key, for people. @default '' */
  readonly name?: string;
}

export interface NewKey {
  readonly publicKey: string;
  readonly name: string;
  /** Absolute path of the private key. */
  readonly file: string;
}

/**
 * This user's private key: of the environment, else of the file; null where there is none.
 * @throws AssetgenError `ASSETGEN_SIGNING_KEY`
 */
export async function ownKey(
  remote: ResolvedRemote,
): Promise<{ readonly key: SigningKey; readonly origin: string } | null> {
  if (remote.signingKey !== null) {
    return { key: readSigningKey(remote.signingKey, VARIABLE), origin: VARIABLE };
  }
  const file = await signingKeyFile();
  const key = file === null ? null : await loadSigningKey(file);
  return file === null || key === null ? null : { key, origin: file };
}

/** @throws AssetgenError `ASSETGEN_SIGNING_KEY` */
export async function readKeyRing(remote: ResolvedRemote): Promise<KeyRing> {
  const own = await ownKey(remote);
  return {
    own:
      own === null
        ? null
        : { publicKey: own.key.publicKey, name: own.key.comment, origin: own.origin },
    trusted: remote.trustedKeys.map((text) => ({
      publicKey: text.trim().split(/\s+/)[0] ?? '',
      name: commentOf(text),
    })),
  };
}

/**
 * Makes a key pair. The private key stays out of the project, where it could be committed.
 * @throws AssetgenError `ASSETGEN_SIGNING_KEY` where a key stands already, within the project, or where this user has
 *   no place for one
 */
export async function newSigningKey(root: string, options: NewKeyOptions): Promise<NewKey> {
  const file =
    options.file === undefined ? await signingKeyFile() : path.resolve(root, options.file);
  if (file === null) {
    throw new AssetgenError('ASSETGEN_SIGNING_KEY', 'this user has no config folder for a key', {
      hint: 'Name a file outside the project: `assetgen keys new --out FILE`.',
    });
  }
  const [project, folder] = await Promise.all([realFolder(root), realFolder(path.dirname(file))]);
  const inside = path.relative(project, folder);
  if (!inside.startsWith('..') && !path.isAbsolute(inside)) {
    throw new AssetgenError('ASSETGEN_SIGNING_KEY', `${file} is inside the project`, {
      hint: 'A private key must not be committed: name a file elsewhere.',
    });
  }
  const { publicKey, comment } = await createSigningKey(file, options.name ?? '');
  return { publicKey, name: comment, file };
}

/** The file that this user's private key is kept in; null where there is no home for it. */
async function signingKeyFile(): Promise<string | null> {
  const folder = await userFolder('config');
  return folder === null ? null : path.join(folder, 'signing-key');
}
