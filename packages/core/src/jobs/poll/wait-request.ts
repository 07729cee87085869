import type { ResultKind } from '../job-engine.ts';

/** One result to wait for. */
export interface WaitRequest {
  readonly asset: string;
  readonly uuid: string;
  readonly kind: ResultKind;
  /** The operation that created it, whose jobs are known to take a time. @default not known */
  readonly operation?: string;
  /** When the create was accepted; null when that is not known, as for a UUID of the lock. */
  readonly acceptedAt: number | null;
  /** How long a service that cannot be reached is borne with. Unit: milliseconds. @default 120000 */
  readonly outageMs?: number;
  /** A task of group V1, of which the query of group LEGACY may not know. @default false */
  readonly v1?: boolean;
  /** Its UUID stands in the manifest: it cannot be asked for anew. @default false */
  readonly adopted?: boolean;
  readonly signal: AbortSignal | undefined;
}
