import type { Entry } from './entries.ts';
import type { Checkpoint } from './ledger.ts';

/** Reads a checkpoint; one that cannot be read only makes the next replay longer. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const whole =
      typeof value === 'object' &&
      value !== null &&
      'position' in value &&
      typeof value.position === 'number' &&
      'balance' in value;
    return whole ? (value as Checkpoint) : undefined;
  } catch {
    return undefined;
  }
}

/** The jobs that an entry tells of. */
export function uuidsOf(entry: Entry): readonly string[] {
  switch (entry.t) {
    case 'grant':
      return [];
    case 'create':
      return entry.uuids;
    case 'convert':
    case 'fail':
      return [entry.uuid];
  }
}
