import { readFileSync } from 'node:fs';
import type { ProjectOptions } from '../project/project.ts';
import { quickHash } from './quick-hash.ts';

/** Raise it when a snapshot holds something else, or stands for something else. */
const FORM = 4;

/**
 * Of everything but files that decides what a build comes to. The service's key only counts as set
 * or not: not even a hash of it is to lie about.
 */
export function settingsKey(
  { root, options, command }: ProjectOptions,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const variables = Object.entries(env)
    .filter(([name]) => name === 'CI' || name.startsWith('ASSETGEN_'))
    .map(([name, value]) => [name, SECRET.test(name) ? value !== '' : value])
    .sort();
  const all = [FORM, version(), process.version, root, options, command, variables];
  return quickHash(JSON.stringify(all).replaceAll(CREDENTIALS, '//@'));
}

/** The build writes it in: every start of a plugin would read the file. */
declare const ASSETGEN_VERSION: string | undefined;

/** Of this package, and of all others of ours. */
function version(): string {
  if (typeof ASSETGEN_VERSION === 'string') return ASSETGEN_VERSION;
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** A user and a password in an address, as of a cache: this hash would not hide them. */
const CREDENTIALS = /\/\/[^/@"\\]*@/g;

const SECRET = /KEY|TOKEN|SECRET|PASSWORD/;
