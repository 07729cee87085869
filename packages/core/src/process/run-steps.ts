import { AssetgenError, isAssetgenError } from '@assetgen/client/errors';
import type { Digest } from '../brands.ts';
import type { OutputMeta } from '../lock/lock.ts';
import type { StoredBlob } from '../ports.ts';
import { stepFamily } from './step-family.ts';
import type { LocalStep, StepNeeds } from './local-step.ts';

/** One source, many outputs: a unit of work for a worker. */
export interface SourceTask {
  /** Where the source blob stands. */
  readonly file: string;
  readonly digest: Digest;
  /** Of the source. Unit: bytes. */
  readonly bytes: number;
  /** The folder of the store that the outputs go to. */
  readonly storeDir: string;
  /** Of the project: no link below it is written through. Absolute path. */
  readonly root: string;
  /** At least one, all of them of one family. */
  readonly steps: readonly LocalStep[];
  /** The file that each step makes, for what goes wrong with it: `props/lamp.lod1.glb`. */
  readonly names: readonly string[];
}

/** An output that is in the store. */
export interface MadeBlob {
  readonly digest: Digest;
  readonly bytes: number;
  readonly meta: OutputMeta;
}

export interface StepsHost {
  /** A task that needs no more memory than this goes on without waiting. Unit: bytes. @default 0 */
  readonly granted?: number;
  /** Waits until that much memory may be used. */
  admit(needs: StepNeeds): Promise<void>;
  /** The source is read: from here on outputs are made. */
  opened(): void;
  /** The output of `steps[index]` is in the store; they come in any order. */
  made(index: number, blob: MadeBlob): void;
}

/** The source and the outputs of a task, as bytes. */
export interface StepsFiles {
  /** The verified source; null where it is gone, or has other bytes than its digest says. */
  read(): Promise<Uint8Array | null>;
  put(bytes: Uint8Array): Promise<StoredBlob>;
}

/** `unreadable`: the source blob is gone, or has other bytes than its digest says. */
export type StepsOutcome = 'made' | 'unreadable';

/**
 * Decodes a source once and puts all its outputs into the store. Each family of steps, and the
 * library behind it, loads when first used.
 * @param threads how many outputs may be made side by side, where the family can
 * @throws AssetgenError of the first output that cannot be made, after those under way have ended
 */
export async function runSteps(
  task: SourceTask,
  threads: number,
  host: StepsHost,
  files: StepsFiles,
): Promise<StepsOutcome> {
  const { file, digest, steps, names } = task;
  const [first] = steps;
  if (first === undefined) return 'made';
  const family = await stepFamily(first);
  await host.admit(await family.needs({ path: file, bytes: task.bytes }, steps));
  const source = await files.read();
  if (source === null) return 'unreadable';
  const opened = await family.open(source, steps);
  host.opened();
  await each(steps, family.parallel ? threads : 1, async function makeOne(step, index) {
    const { bytes, meta } = await opened.make(step).catch((error: unknown) => {
      throw ofOutput(error, names[index]);
    });
    const blob = bytes === null ? { digest, bytes: source.length } : await files.put(bytes);
    host.made(index, { ...blob, meta });
  });
  return 'made';
}

/** An error of ours that says which file it is about. */
function ofOutput(error: unknown, name: string | undefined): unknown {
  if (name === undefined || !isAssetgenError(error)) return error;
  const { code, hint, message } = error;
  const options = { cause: error, ...(hint === undefined ? {} : { hint }) };
  return new AssetgenError(code, `${name}: ${message}`, options);
}

/** Runs `work` on every item, at most `limit` at once; after a failure no other is begun. */
async function each<T>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const rest = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of rest) {
      if (failures.length > 0) return;
      await work(item, index).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, limit) }, worker));
  if (failures.length > 0) throw failures[0];
}
