import { isCode } from './is-code.ts';

const UNSUPPORTED = ['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'] as const;

/**
 * Whether an error is what file systems without links, or without permissions, answer where one is asked for: those of
 * Windows and of cameras, of other machines, and of a drive that somebody else mounted.
 */
export function isUnsupported(error: unknown): boolean {
  return UNSUPPORTED.some((code) => isCode(error, code));
}
