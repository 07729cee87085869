import type { ConversionKey, CreateEntry, JobOrigin } from './entry.ts';

/** The failure that an entry of the log reported. */
export interface Failure {
  /** Id of the fail entry: of several for one charge, the first counts. */
  readonly id: string;
  readonly message: string;
}

/** Every paid start of one conversion, the last of them current. */
export interface ConversionRecord {
  readonly charges: readonly {
    readonly id: string;
    readonly at: number;
    readonly points: number;
    readonly failure: Failure | null;
  }[];
}

/** A job as the log tells it; what it has made so far is told by the files. */
export interface Job extends JobOrigin {
  readonly uuid: string;
  /** Which of the jobs of its create: 0 to 3, or the index of the image. */
  readonly ordinal: number;
  /** Its part of the points of the create. */
  readonly points: number;
  readonly doomed: boolean;
  readonly failure: Failure | null;
  readonly conversions: Readonly<Partial<Record<ConversionKey, ConversionRecord>>>;
}

/** The jobs of a create. What does not divide evenly is the first one's. */
export function jobsOf(entry: CreateEntry): Job[] {
  const each = Math.floor(entry.points / entry.uuids.length);
  return entry.uuids.map((uuid, ordinal) => ({
    uuid,
    ordinal,
    at: entry.at,
    source: entry.source,
    spec: entry.spec,
    ...(entry.take !== undefined && { take: entry.take }),
    points: ordinal === 0 ? entry.points - each * (entry.uuids.length - 1) : each,
    doomed: entry.doomed === true,
    failure: null,
    conversions: {},
  }));
}
