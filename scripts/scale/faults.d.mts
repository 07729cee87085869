/** What faults of one kind did to fleets over one engine. */
export interface FaultRow {
  readonly engine: string;
  readonly fault: string;
  readonly trials: number;
  readonly faults: number;
  /** Creates by the ledger of the service. */
  readonly sent: number;
  readonly expected: number;
  /** Assets that are in doubt in the end. */
  readonly doubts: number;
  readonly settleable: number;
  readonly duplicatePoints: number;
  readonly wrongBytes: number;
  readonly silences: number;
  /** Builds that ended with neither 0 nor 5. */
  readonly broken: number;
}

export function injectFaults(
  load: (path: string) => Promise<unknown>,
  options: {
    readonly faults: number;
    readonly lanes: number;
    readonly engines?: readonly string[];
    readonly assets?: number;
    /** Faults of a trial, and how long one lasts at most. Unit: milliseconds. */
    readonly most?: { readonly faults: number; readonly ms: number };
    readonly seed?: number;
    readonly log?: (found: object) => void;
  },
): Promise<readonly FaultRow[]>;
