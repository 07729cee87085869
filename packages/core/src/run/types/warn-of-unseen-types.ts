import path from 'node:path';
import { TYPES_NAME } from '../project-files.ts';
import type { ProjectEvent } from '../report/project-event.ts';
import { lookForTypes } from './look-for-types.ts';

/** Told by the build that writes the types for the first time: who sees them is decided by a tsconfig. */
export async function warnOfUnseenTypes(
  root: string,
  prefix: string,
  onEvent: (event: ProjectEvent) => void,
): Promise<void> {
  const look = await lookForTypes(root);
  if (look.status !== 'unseen') return;
  const message = `no tsconfig reads ${TYPES_NAME}, so imports of ${prefix}/ are type errors. ${remedyOfUnseen(root, look.configs)}`;
  onEvent({ type: 'warning', code: 'ASSETGEN_TYPES_UNSEEN', message, once: true });
}

/**
 * What a person can do, as a sentence.
 * @param configs absolute paths of those that should read the types
 */
export function remedyOfUnseen(root: string, configs: readonly string[]): string {
  const names = configs.map((file) => path.relative(root, file).replaceAll('\\', '/'));
  return `Run \`assetgen init\`, or add it to "include" of ${names.join(' and ')}.`;
}
