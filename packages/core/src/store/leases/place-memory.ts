/** What a place says of its own memory. */
export interface PlaceMemory {
  /** The epoch that stands there; null: none does. */
  readonly epoch: Epoch | null;
  /** Which process of the engine answers; another one after each start. null: it says none. */
  readonly runId: string | null;
  /** Whether what was written outlives that process. */
  readonly isDurable: boolean;
  /** How the engine keeps what it is told, in its own words. */
  readonly settings: string;
  /** What of that may make it forget; each a sentence. */
  readonly problems: readonly string[];
}

/** Written once into a place that knows nothing yet: as long as it stands, the place forgot nothing. */
export interface Epoch {
  /** Random. */
  readonly id: string;
  /** Of the process that it was written by. */
  readonly runId: string | null;
  /** As they were then. */
  readonly settings: string;
}

/** A place that can be asked what it remembers. */
export interface RememberingPlace {
  memory(): Promise<PlaceMemory>;
  /** Writes an epoch where that of `instead` stands, or none where that is null; else it leaves what is there. */
  begin(epoch: Epoch, instead: string | null): Promise<void>;
}

/** null for what is no epoch. */
export function readEpoch(text: string | null): Epoch | null {
  if (text === null) return null;
  try {
    const { id, runId, settings } = JSON.parse(text) as Partial<Record<keyof Epoch, unknown>>;
    if (typeof id !== 'string' || typeof settings !== 'string') return null;
    return { id, runId: typeof runId === 'string' ? runId : null, settings };
  } catch {
    return null;
  }
}
