import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ProjectOptions } from '../project/project.ts';

/** Raise it when a snapshot holds something else, or stands for something else. */
const FORM = 3;

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
  const { version } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  const all = JSON.stringify([FORM, version, process.version, root, options, command, variables]);
  return createHash('sha256').update(all).digest('hex');
}

const SECRET = /KEY|TOKEN|SECRET|PASSWORD/;
