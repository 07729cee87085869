import { isAssetgenError } from '@assetgen/client/errors';

/** What Redis answers that will not pass by itself: a password, a right, a memory that is full, a node of a cluster. */
const REFUSALS =
  /^(?:ERR|OOM|NOAUTH|WRONGPASS|NOPERM|DENIED|MISCONF|WRONGTYPE|MOVED|CROSSSLOT|CLUSTERDOWN Hash slot not served)\b/;
/** What a certificate or a protocol is refused by: Node's codes and OpenSSL's. */
const TLS_REFUSALS =
  /^(?:ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO$)/;
/** What a server answers that takes no writes: a failover may be under way, or it is the wrong server. */
const READ_ONLY = /^(?:READONLY|MASTERDOWN|NOREPLICAS|CLUSTERDOWN)\b/;
/** SQLSTATE of the same. */
const READ_ONLY_STATE = '25006';
/** Classes of SQLSTATE that pass: connections, conflicts, resources, an operator, the server itself. */
const PASSING_STATES = /^(?:08|25006|40|53|55|57|58|XX)/;

/** The place's record of an operation cannot be read. */
export function isDamaged(error: unknown): boolean {
  return isAssetgenError(error) && error.code === 'ASSETGEN_REMOTE_DAMAGED';
}

/** Whether the place itself said so, and will say it again. */
export function isRefusal(error: unknown): boolean {
  if (isAssetgenError(error)) return true;
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  const isState = /^(?!E)[0-9A-Z]{5}$/.test(code);
  if (isState) return !PASSING_STATES.test(code);
  return TLS_REFUSALS.test(code) || REFUSALS.test(error.message);
}

/** Whether the place was reached, and takes no writes for now: that may pass, and may not. */
export function isReadOnly(error: unknown): boolean {
  if (!(error instanceof Error) || isRefusal(error)) return false;
  return codeOf(error) === READ_ONLY_STATE || READ_ONLY.test(error.message);
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** What a message says that the place cannot be: `reached`, or `used` where it answered. */
export function lackOf(error: unknown): 'reached' | 'used' {
  return isRefusal(error) || isReadOnly(error) ? 'used' : 'reached';
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
}
