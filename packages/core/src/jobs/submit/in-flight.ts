import type { CreateInFlight, JobEvent } from '../job-engine.ts';

/**
 * How long a create may take from its claim in the journal to its outcome there: 10 s to connect,
 * 120 s to its answer. Unit: milliseconds.
 */
const CREATE_MS = 130_000;

/** Creates whose outcome is not in the journal yet: a process that ends now leaves them in doubt. */
export interface InFlight {
  /** @returns what ends it */
  enter(create: CreateInFlight): () => void;
}

/**
 * Tells all that are in flight whenever one comes or goes.
 * @param free whether the embedded service is asked
 */
export function inFlight(emit: (event: JobEvent) => void, free: boolean): InFlight {
  const flying = new Set<CreateInFlight>();
  const tell = (): void =>
    emit({ type: 'in-flight', creates: [...flying], free, limitMs: CREATE_MS });
  return {
    enter(create) {
      flying.add(create);
      tell();
      return () => {
        if (flying.delete(create)) tell();
      };
    },
  };
}
