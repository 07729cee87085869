import { isAssetgenError } from '@assetgen/client/errors';

/** What Redis answers that will not pass by itself: a password, a right, a memory that is full. */
const REFUSALS = /^(?:ERR|OOM|NOAUTH|WRONGPASS|NOPERM|MISCONF|WRONGTYPE)\b/;
/** Classes of SQLSTATE that pass: connections, conflicts, resources, an operator, the server itself. */
const PASSING_STATES = /^(?:08|40|53|55|57|58|XX)/;

/** The place's record of an operation cannot be read. */
export function isDamaged(error: unknown): boolean {
  return isAssetgenError(error) && error.code === 'ASSETGEN_REMOTE_DAMAGED';
}

/** Whether the place itself said so, and will say it again. */
export function isRefusal(error: unknown): boolean {
  if (isAssetgenError(error)) return true;
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isState = /^(?!E)[0-9A-Z]{5}$/.test(code);
  return isState ? !PASSING_STATES.test(code) : REFUSALS.test(error.message);
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
}
