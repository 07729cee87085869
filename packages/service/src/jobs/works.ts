import { isAssetgenError, type ModelFormat } from '@assetgen/client';
import { randomUUID } from 'node:crypto';
import type { ConvertSpec } from '../convert/convert.ts';
import type { Makers } from './makers.ts';
import type { ConversionKey, FailEntry } from '../state/entry.ts';
import type { FileMeta, Files, MadeFile } from '../state/files.ts';
import type { Job } from '../state/job.ts';
import type { Ledger } from '../state/ledger.ts';
import { derivedKey, keyOfJob, makeJob, META, type Finish } from './make-job.ts';

export type JobState =
  | { readonly status: 'queued' }
  /** `fraction`: 0 to below 1. */
  | { readonly status: 'processing'; readonly fraction: number }
  | { readonly status: 'completed' }
  | { readonly status: 'failed'; readonly message: string };

export type ConversionState =
  | { readonly status: 'running' }
  | { readonly status: 'completed'; readonly file: MadeFile }
  | { readonly status: 'failed'; readonly message: string };

export interface WorksOptions {
  readonly ledger: Ledger;
  readonly files: Files;
  readonly makers: Makers;
  readonly finish: Finish;
  /** Results are there at once: whoever asks waits for them. */
  readonly isInstant: boolean;
  /** How long a job takes at least. Unit: milliseconds. */
  readonly jobMs: number;
  readonly now: () => number;
}

interface Run {
  readonly result: Promise<MadeFile>;
  /** What the generator told. */
  fraction: number;
  /** What queries were told: it never falls. */
  shown: number;
}

/** Part of `jobMs` for which a job waits in the queue. */
const QUEUED = 0.1;
/** Side of a preview image. Unit: pixels. */
const PREVIEW = 512;

/**
 * Makes what jobs ask for. A job is resumed when somebody asks for it after a restart, and a file
 * that was dropped is made again: so there is nothing to scan when a service opens.
 */
export class Works {
  readonly #options: WorksOptions;
  /** By key: jobs of one spec share the work. */
  readonly #runs = new Map<string, Run>();
  readonly #finished = new Set<string>();
  /** By UUID, or UUID and conversion: settles when the outcome is known and, if bad, in the ledger. */
  readonly #settled = new Map<string, Promise<void>>();
  readonly #told = new Set<string>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(options: WorksOptions) {
    this.#options = options;
  }

  /** Lets a new job begin when its time in the queue is over. */
  start(job: Job): void {
    const wait = this.#options.jobMs * QUEUED;
    if (wait === 0) return void this.#ensure(job);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#ensure(job);
    }, wait).unref();
    this.#timers.add(timer);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  async state(job: Job): Promise<JobState> {
    if (job.failure !== null) return { status: 'failed', message: job.failure.message };
    const { jobMs, now, ledger, files, finish, isInstant } = this.#options;
    const elapsed = now() - job.at;
    if (elapsed < jobMs * QUEUED) return { status: 'queued' };
    const key = keyOfJob(job, finish);
    // After a restart: what was made before is known at once.
    if (!job.doomed && !this.#settled.has(job.uuid) && (await files.made(key)) !== undefined) {
      this.#finished.add(key);
    }
    const settled = this.#ensure(job);
    if (isInstant) await settled;
    const failure = (await ledger.job(job.uuid))?.failure;
    if (failure) return { status: 'failed', message: failure.message };
    const made = this.#finished.has(key) && !job.doomed;
    if (made && elapsed >= jobMs) return { status: 'completed' };
    return { status: 'processing', fraction: this.#fraction(key, elapsed) };
  }

  /** What a job made. Throws what its generator throws. */
  result(job: Job): Promise<MadeFile> {
    const { finish, makers, files } = this.#options;
    const key = keyOfJob(job, finish);
    return this.#obtain(key, async (onProgress) => ({
      bytes: await makeJob(job, finish, makers, files, onProgress),
      meta: META[job.spec.kind],
    }));
  }

  /** The preview image of a model. */
  preview(job: Job): Promise<MadeFile> {
    const { finish, makers } = this.#options;
    return this.#obtain(derivedKey(job, finish, 'preview'), async () => {
      const model = await this.result(job);
      const bytes = await makers.drawModel(await model.bytes(), PREVIEW);
      return { bytes, meta: META.picture };
    });
  }

  conversion(job: Job, conversion: ConversionKey): Promise<MadeFile> {
    const { finish, makers } = this.#options;
    return this.#obtain(derivedKey(job, finish, conversion), async () => {
      const glb = await (await this.result(job)).bytes();
      const made = await makers.convert({ glb, ...targetOf(conversion), name: 'model' });
      const { bytes, contentType, extension, scaleNumber } = made;
      return { bytes, meta: { contentType, extension, scaleNumber } };
    });
  }

  /** The state of a conversion that was begun; begins it again after a restart. */
  async conversionState(job: Job, conversion: ConversionKey): Promise<ConversionState> {
    const { ledger, finish, isInstant, jobMs, now } = this.#options;
    const charge = job.conversions[conversion]?.charges.at(-1);
    if (charge === undefined) return { status: 'failed', message: 'It was never begun.' };
    const settled = this.#settle(
      `${job.uuid} ${charge.id}`,
      { uuid: job.uuid, charge: charge.id, conversion },
      () => this.conversion(job, conversion),
    );
    if (isInstant) await settled;
    const current = (await ledger.job(job.uuid))?.conversions[conversion]?.charges.at(-1);
    if (current?.failure) return { status: 'failed', message: current.failure.message };
    const key = derivedKey(job, finish, conversion);
    if (!this.#finished.has(key) || now() - charge.at < jobMs) return { status: 'running' };
    return { status: 'completed', file: await this.conversion(job, conversion) };
  }

  /** The failure of the last conversion was told: the next request may try again, for points. */
  tell(job: Job, conversion: ConversionKey): void {
    this.#told.add(chargeName(job, conversion));
  }

  wasTold(job: Job, conversion: ConversionKey): boolean {
    return this.#told.has(chargeName(job, conversion));
  }

  #fraction(key: string, elapsed: number): number {
    const { jobMs } = this.#options;
    const run = this.#runs.get(key);
    // Few makers tell how far they are; the time tells for the others.
    const guess = jobMs === 0 ? 1 - Math.exp(-elapsed / 5000) : elapsed / jobMs;
    const told = jobMs === 0 && run !== undefined && run.fraction > 0 ? run.fraction : guess;
    const fraction = Math.min(0.99, Math.max(0.01, told, run?.shown ?? 0));
    if (run !== undefined) run.shown = fraction;
    return fraction;
  }

  #ensure(job: Job): Promise<void> {
    const { uuid } = job;
    // Jobs of one spec share their result, but not the fault that makes one of them fail.
    const work = job.doomed ? fail : (): Promise<MadeFile> => this.result(job);
    return this.#settle(uuid, { uuid, charge: null, conversion: null }, work);
  }

  #settle(
    name: string,
    charge: Pick<FailEntry, 'uuid' | 'charge' | 'conversion'>,
    work: () => Promise<MadeFile>,
  ): Promise<void> {
    const known = this.#settled.get(name);
    if (known !== undefined) return known;
    const { ledger, now } = this.#options;
    const settled = work().then(
      () => undefined,
      async (error: unknown) => {
        if (isAssetgenError(error) && error.code === 'ASSETGEN_SERVICE_CLOSED') return;
        const entry = { ...charge, id: randomUUID(), at: now(), message: messageOf(error) };
        // What the ledger could not take (a full disk) is tried again by the next query.
        await ledger.append({ t: 'fail', ...entry }).catch(() => this.#settled.delete(name));
      },
    );
    this.#settled.set(name, settled);
    return settled;
  }

  #obtain(
    key: string,
    make: (
      onProgress: (fraction: number) => void,
    ) => Promise<{ readonly bytes: Uint8Array; readonly meta: FileMeta }>,
  ): Promise<MadeFile> {
    const known = this.#runs.get(key);
    if (known !== undefined) return known.result;
    const { files } = this.#options;
    const run: Run = {
      fraction: 0,
      shown: 0,
      result: (async () => {
        const made = await files.made(key);
        if (made !== undefined) return made;
        const { bytes, meta } = await make((fraction) => {
          run.fraction = Math.max(run.fraction, Math.min(1, fraction));
        });
        return files.putMade(key, bytes, meta);
      })(),
    };
    this.#runs.set(key, run);
    const end = (): boolean => this.#runs.delete(key);
    run.result.then(() => this.#finished.add(key)).then(end, end);
    return run.result;
  }
}

const chargeName = (job: Job, conversion: ConversionKey): string =>
  `${job.uuid} ${job.conversions[conversion]?.charges.at(-1)?.id ?? ''}`;

async function fail(): Promise<never> {
  throw new Error('A fault of this service demands it.');
}

function targetOf(conversion: ConversionKey): Pick<ConvertSpec, 'format' | 'sizeMm'> {
  const [format, size] = conversion.split('@');
  return { format: format as ModelFormat, sizeMm: Number(size) };
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const hint = isAssetgenError(error) ? error.hint : undefined;
  return hint === undefined ? error.message : `${error.message} ${hint}`;
}
