import type {
  CreateCuteModelsRequest,
  CreateNormalPictureRequest,
  CreateNormalVideoRequest,
  GenerateModelWithImageRequest,
  GenerateModelWithTextRequest,
  ImageGenerationRequest,
  ModelFormat,
} from '@assetgen/client';
import type { Digest, Fingerprint } from '../brands.ts';
import type { BatchMember } from './submit/match-batch.ts';

/** One paid create, by the operation of the interface specification. */
export type CreateRequest =
  | { readonly operation: 'generateModelWithText'; readonly input: GenerateModelWithTextRequest }
  | { readonly operation: 'generateModelWithImage'; readonly input: GenerateModelWithImageRequest }
  | { readonly operation: 'createNormalPicture'; readonly input: CreateNormalPictureRequest }
  | { readonly operation: 'createNormalVideo'; readonly input: CreateNormalVideoRequest }
  | { readonly operation: 'createCuteModelsFromImages'; readonly input: CreateCuteModelsRequest }
  | { readonly operation: 'generateImages'; readonly input: ImageGenerationRequest };

/** Which query operation tells of a UUID: `retrieveModel`, or `queryGenerationResult`. */
export type ResultKind = 'model' | 'image' | 'video';

/** What a run asks the job engine for: one create of one recipe. */
export interface JobRequest {
  /** Of the recipe. With the ordinal it names the operation in the journal: bought once, ever. */
  readonly fingerprint: Fingerprint;
  /** 0 for the first purchase of a recipe; 1 and up when more variants of it are bought later. */
  readonly ordinal: number;
  /** Number of this request for the same recipe; only a service in this process gets it. @default 0 */
  readonly take?: number;
  /** For messages and progress. */
  readonly asset: string;
  readonly create: CreateRequest;
  readonly result: ResultKind;
  /** Points to reserve before the create; null where no price is known. */
  readonly estimate: number | null;
  /** Asked again after waiting for the budget: meanwhile another create may have told the price. */
  readonly reestimate?: () => number | null;
  /** The user accepted the loss of an ambiguous submission: submit again (`--resubmit NAME`). */
  readonly resubmit?: boolean;
  /** Of the creates that wait the one with the lowest goes out first. @default 0 */
  readonly place?: number;
}

/** One UUID that the service gave, settled. */
export type VariantOutcome =
  | {
      readonly status: 'done';
      readonly uuid: string;
      readonly digest: Digest;
      readonly bytes: number;
    }
  | { readonly status: 'failed'; readonly uuid: string; readonly error: Error };

export interface JobOutcome {
  /** In the order in which the service gave the UUIDs. */
  readonly variants: readonly VariantOutcome[];
  /** null where the service did not tell. */
  readonly points: number | null;
  /** True when this run sent the create; false when the journal already held its UUIDs. */
  readonly submitted: boolean;
  /** Every UUID that the create gave, also those of what failed at once. */
  readonly uuids: readonly string[];
  /** Of a batch (`createCuteModelsFromImages`): what came of each image, in the order of the images. */
  readonly members?: readonly BatchMember[];
}

export interface RecoverRequest {
  readonly asset: string;
  readonly uuid: string;
  readonly result: ResultKind;
  /** Its UUID is in the manifest: it was bought elsewhere, and cannot be bought again. */
  readonly adopted?: boolean;
  /** What the lock says the bytes are; other bytes are an error and nothing is kept. */
  readonly expect?: Digest;
}

export interface ConvertRequest {
  readonly asset: string;
  readonly uuid: string;
  readonly format: ModelFormat;
  /** Millimetres, at least 2. */
  readonly size: number;
  readonly resubmit?: boolean;
  /** Converted and paid for before: only the file is fetched. @default false */
  readonly again?: boolean;
  /** What another machine or process made of it meanwhile, whole; null where nothing is known. */
  readonly find?: () => Promise<ConvertedBlob | null>;
  /** Tells what was downloaded to where `find` looks. */
  readonly keep?: (blob: ConvertedBlob) => Promise<void>;
}

export interface SourceBlob {
  readonly digest: Digest;
  readonly bytes: number;
}

export interface ConvertedBlob extends SourceBlob {
  /** `scaleNumber` of the answer; null where it is not known. */
  readonly scaleNumber: number | null;
}

export interface ConvertOutcome extends ConvertedBlob {
  readonly points: number | null;
}

/** A create that goes out, or is about to, and whose outcome is not in the journal yet. */
export interface CreateInFlight {
  readonly asset: string;
  /** What it costs by the price list; null: not known. Unit: points. */
  readonly points: number | null;
}

/** What happens while jobs run; the command draws it, `--json` leaves it out. */
export type JobEvent =
  | { readonly type: 'submitting'; readonly asset: string; readonly operation: string }
  | {
      /** Told whenever one comes or goes: a process that ends meanwhile leaves them in doubt. */
      readonly type: 'in-flight';
      readonly creates: readonly CreateInFlight[];
      /** True where the embedded service is asked. */
      readonly free: boolean;
      /** Each has its outcome after this time at most. Unit: milliseconds. */
      readonly limitMs: number;
    }
  | {
      readonly type: 'accepted';
      readonly asset: string;
      readonly uuids: readonly string[];
      readonly points: number | null;
      /** True for points of the embedded service, which nobody pays. */
      readonly free: boolean;
    }
  | { readonly type: 'resumed'; readonly asset: string; readonly uuids: readonly string[] }
  | {
      readonly type: 'progress';
      readonly asset: string;
      readonly uuid: string;
      readonly status: string;
      /** 0 to 100; null where the service does not tell. */
      readonly percent: number | null;
    }
  | {
      /** Earlier jobs of the operation took so long. Told when the wait begins, and when the first of them ends. */
      readonly type: 'expected';
      readonly asset: string;
      readonly uuid: string;
      /** The middle of the known times, since the job was accepted. Unit: milliseconds. */
      readonly totalMs: number;
      /** Of these so many have passed. Unit: milliseconds. */
      readonly elapsedMs: number;
    }
  | {
      readonly type: 'downloading';
      readonly asset: string;
      readonly bytes: number;
      readonly total: number | null;
    }
  | {
      /** Stopped by the signal: these jobs go on at the service and stay billed; a next run resumes them. */
      readonly type: 'interrupted';
      readonly asset: string;
      readonly uuids: readonly string[];
      readonly points: number | null;
      readonly free: boolean;
    }
  | {
      readonly type: 'warning';
      readonly asset: string;
      readonly code: string;
      readonly message: string;
    }
  | {
      readonly type: 'waiting';
      readonly asset: string;
      readonly reason: string;
      readonly ms: number;
    };

/** Points that may still be spent; shared by all jobs of a run. */
export interface Budget {
  /**
   * Takes points out before a create. `points` null: the price is unknown; with a limit set, such
   * a create waits until it is alone and takes all that is left, until it is settled. Rejects with
   * `ASSETGEN_BUDGET` when not enough is left.
   */
  reserve(
    asset: string,
    points: number | null,
    options?: {
      readonly signal?: AbortSignal | undefined;
      /** The price as it is known by now. */
      readonly reestimate?: (() => number | null) | undefined;
    },
  ): Promise<Reservation>;
}

export interface Reservation {
  /** What was charged; null: unknown, the reservation stands as spent. 0: nothing was charged. */
  settle(points: number | null): void;
}

/** The job engine: submits once ever, resumes, polls, downloads into the store. */
export interface JobEngine {
  /**
   * Submits the create, or resumes it from the journal, waits for every UUID and downloads its
   * result. Throws `ASSETGEN_AMBIGUOUS` when the outcome of a submission is unknown,
   * `ASSETGEN_POINTS` on a 402, `ASSETGEN_JOB_TIMEOUT` when the deadline passed (the job stays
   * in the journal).
   */
  obtain(request: JobRequest, options?: { readonly signal?: AbortSignal }): Promise<JobOutcome>;
  /** Downloads a known result again by its UUID. Never a create. */
  recover(
    request: RecoverRequest,
    options?: { readonly signal?: AbortSignal },
  ): Promise<SourceBlob>;
  /** Converts by the service, one caller per (uuid, format, size), and downloads at once. */
  convert(
    request: ConvertRequest,
    options?: { readonly signal?: AbortSignal },
  ): Promise<ConvertOutcome>;
}
