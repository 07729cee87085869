/** A lease on one operation: others wait while it is held and its holder lives. */
export interface Lease {
  /** Grows with every lease of an operation: who comes later has the higher one. */
  readonly fence: number;
  release(): Promise<void>;
}

/**
 * What the machines of a team keep together about paid operations: who may decide, and what was
 * decided. Lines are texts of the caller's; an operation's name is 64 hex digits. Every call may
 * reject: then nothing is known.
 */
export interface SharedOperations {
  /** Tries once, without waiting; null: another one holds it. */
  tryAcquire(name: string): Promise<Lease | null>;
  /** The lines of an operation, in their order. */
  read(name: string): Promise<readonly string[]>;
  append(name: string, line: string): Promise<void>;
  /**
   * Appends where just `count` lines stand and the lease is still held; false where not. In one
   * step for all machines: of several that try, one succeeds.
   */
  appendAfter(name: string, count: number, line: string, lease: Lease): Promise<boolean>;
  /** Leaves a word for those who wait; it fades. */
  note(name: string, text: string): Promise<void>;
  readNote(name: string): Promise<string | null>;
  /** Releases what is held. */
  close(): Promise<void>;
  /**
   * When the place last answered a part of a question, by the clock; null: never. Only where questions are of
   * several steps: a place that answers one of them is there.
   */
  heardAt?(): number | null;
}

/** Unit: milliseconds. */
export interface LeaseTimes {
  /** How long a lease outlives a holder that says nothing. */
  readonly leaseMs: number;
  /** How often a holder says that it lives. */
  readonly beatMs: number;
}

export const LEASE_TIMES: LeaseTimes = { leaseMs: 20_000, beatMs: 5_000 };

/** How long a word for those who wait is believed. Unit: milliseconds. */
export const NOTE_MS = 60_000;
