import type { KeyObject } from 'node:crypto';
import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import {
  commentOf,
  printPublicKey,
  printSecretKey,
  rawPublicKey,
  rawSecretKey,
} from '../../key-text.ts';
import { diskError } from '../../fs/disk-error.ts';
import { setMode } from '../../fs/set-mode.ts';
import type { Signer, TrustedKeys } from './open-entry.ts';

/** A private key of this user, and what stands behind it for people. */
export interface SigningKey extends Signer {
  readonly comment: string;
}

/** The start of an Ed25519 key in the formats of RFC 8410; the 32 bytes of the key follow. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * Reads the text of a private key.
 * @param origin where it comes from, for the message; the text itself is never shown
 * @throws AssetgenError `ASSETGEN_SIGNING_KEY`
 */
export function readSigningKey(text: string, origin: string): SigningKey {
  const raw = rawSecretKey(text);
  if (raw === null) {
    throw new AssetgenError('ASSETGEN_SIGNING_KEY', `${origin}: expected a private key`, {
      hint: 'It starts with "ed25519-secret:"; `assetgen keys new` makes one.',
    });
  }
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8, raw]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const publicKey = printPublicKey(spki.subarray(SPKI.length));
  return { publicKey, privateKey, comment: commentOf(text) };
}

/**
 * The private key of a file; null where there is none.
 * @throws AssetgenError `ASSETGEN_SIGNING_KEY` for a file that others may read
 */
export async function loadSigningKey(file: string): Promise<SigningKey | null> {
  const found = await stat(file).catch(() => null);
  if (found === null) return null;
  if (isOpen(found)) {
    const message = `${file}: others may read it (mode ${digitsOf(found)})`;
    throw new AssetgenError('ASSETGEN_SIGNING_KEY', message, {
      hint: `Run \`chmod 600 ${file}\`.`,
    });
  }
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw diskError(error, file);
  });
  return readSigningKey(text, file);
}

/**
 * Makes a key pair and keeps the private key in a file that only its owner may read.
 * @throws AssetgenError `ASSETGEN_SIGNING_KEY` where a file stands already
 */
export async function createSigningKey(file: string, comment: string): Promise<SigningKey> {
  const text = printSecretKey(randomBytes(32), comment);
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(`${text}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // The process's mask may have taken more than it should.
    setMode(file, 0o600);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new AssetgenError('ASSETGEN_SIGNING_KEY', `${file}: there is a key already`, {
        hint: '`assetgen keys show` prints its public key. Name another file with --out.',
      });
    }
    throw diskError(error, file);
  }
  const made = await stat(file);
  if (isOpen(made)) {
    await rm(file, { force: true });
    const message = `${file}: its file system keeps no permissions, so others could read the key (mode ${digitsOf(made)})`;
    throw new AssetgenError('ASSETGEN_SIGNING_KEY', message, {
      hint: 'Name a file on another disk with --out.',
    });
  }
  return readSigningKey(text, file);
}

/** Whether others may read or write a file. Windows has permissions of another kind. */
function isOpen({ mode }: Stats): boolean {
  return process.platform !== 'win32' && (mode & 0o077) !== 0;
}

function digitsOf({ mode }: Stats): string {
  return (mode & 0o777).toString(8);
}

/** The public keys of a config, ready to verify. A text that is not a key was refused with the config. */
export function trustKeys(texts: readonly string[]): TrustedKeys {
  const keys = new Map<string, KeyObject>();
  for (const text of texts) {
    const raw = rawPublicKey(text);
    if (raw === null) continue;
    const key = createPublicKey({ key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' });
    keys.set(printPublicKey(raw), key);
  }
  return keys;
}
