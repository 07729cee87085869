import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import type { LockedAsset, LockedOutput } from '../lock/types.ts';
import { record } from '../lock/types.ts';
import type { Asset, Output } from '../manifest/types.ts';
import { sourceOf, wantedFingerprint } from '../plan/plan-asset.ts';
import { runStep } from '../process/run-step.ts';
import { checkExpect } from '../process/expect.ts';
import type { SourceContext } from './source.ts';
import { sourceBytes } from './source.ts';

export interface OutputsContext extends Pick<
  SourceContext,
  'lane' | 'signal' | 'upload' | 'resubmit'
> {
  /** Frozen: the lock stays as it is, and no output may be new to it. */
  readonly frozen: boolean;
  readonly warn: (code: string, message: string) => void;
}

/** What making the outputs of an asset took. */
export interface OutputsOutcome {
  readonly locked: LockedAsset;
  readonly downloaded: boolean;
  readonly converted: number;
}

/**
 * Makes every output of an asset stand in the lane's files folder, and its entry in the lock:
 * copied from the store, made by its step, or converted by the service.
 */
export async function makeOutputs(
  asset: Asset,
  locked: LockedAsset,
  context: OutputsContext,
): Promise<OutputsOutcome> {
  const { lane, signal } = context;
  let downloaded = false;
  let converted = 0;
  // Each source is read once for all its outputs.
  const sources = new Map<string, Promise<Uint8Array>>();
  const read = (output: Output): Promise<Uint8Array> => {
    const variant = sourceOf(asset, output, locked);
    if (variant === null) throw failedVariant(asset, output);
    const known = sources.get(variant.digest);
    if (known !== undefined) return known;
    const reading = sourceBytes(asset, variant, context).then((result) => {
      downloaded ||= result.downloaded;
      return result.bytes;
    });
    sources.set(variant.digest, reading);
    return reading;
  };

  const made: [string, LockedOutput][] = [];
  for (const output of asset.outputs) {
    signal.throwIfAborted();
    const target = path.join(lane.filesDir, output.name);
    const fingerprint = wantedFingerprint(asset, output, locked);
    if (fingerprint === null) throw failedVariant(asset, output);
    const before = locked.outputs[output.name];
    const known = before?.fingerprint === fingerprint ? before : null;
    if (known !== null && lane.stats.known(target) === known.digest) {
      made.push([output.name, known]);
      continue;
    }
    await refuseLinks(lane.filesDir, output.name);
    const made1 = known ?? (await fromIndex());
    if (made1 !== null && (await lane.store.materialise(made1.digest, target))) {
      finish({ ...made1, fingerprint });
      continue;
    }
    const fresh = await make();
    if (context.frozen && known !== null && fresh.digest !== known.digest) {
      const message = `${output.name}: this machine's encoder gives other bytes than the lock has`;
      context.warn('ASSETGEN_FROZEN_BYTES', message);
    }
    checkExpect(asset, output, fresh);
    if (!(await lane.store.materialise(fresh.digest, target))) {
      throw new AssetgenError('ASSETGEN_STORE', `${output.name}: its blob is gone from the cache`, {
        hint: 'Is another process clearing the cache? Run again.',
      });
    }
    await lane.index.setOutput(fingerprint, fresh);
    finish({ ...fresh, fingerprint });

    function finish(result: LockedOutput): void {
      lane.stats.remember(target, result.digest);
      made.push([output.name, result]);
    }

    async function fromIndex(): Promise<Omit<LockedOutput, 'fingerprint'> | null> {
      const found = fingerprint === null ? null : await lane.index.output(fingerprint);
      // Another project made it, and may have expected less.
      if (found !== null) checkExpect(asset, output, found);
      return found;
    }

    async function make(): Promise<Omit<LockedOutput, 'fingerprint'>> {
      const variant = sourceOf(asset, output, locked);
      if (variant === null) throw failedVariant(asset, output);
      if (output.step.type === 'convert') {
        const { format, size } = output.step;
        const engine = await lane.engine();
        const { digest, bytes } = await engine.convert(
          { asset: asset.name, uuid: variant.uuid ?? '', format, size, resubmit: context.resubmit },
          { signal },
        );
        converted += 1;
        return { digest, bytes, meta: {} };
      }
      const source = await read(output);
      const result = await runStep(output.step, source);
      const blob =
        result.bytes === null
          ? { digest: variant.digest, bytes: variant.bytes }
          : await lane.store.putBytes(result.bytes);
      return { ...blob, meta: result.meta };
    }
  }
  return { locked: { ...locked, outputs: record(made) }, downloaded, converted };
}

/**
 * An output stands in the files folder itself: a link on its way would have us write elsewhere.
 * @throws AssetgenError `ASSETGEN_LINK`
 */
async function refuseLinks(filesDir: string, name: string): Promise<void> {
  const segments = name.split('/');
  for (let count = 1; count <= segments.length; count++) {
    const at = path.join(filesDir, ...segments.slice(0, count));
    const found = await lstat(at).catch(() => null);
    if (found === null) return;
    if (found.isSymbolicLink()) {
      throw new AssetgenError('ASSETGEN_LINK', `${name}: ${at} is a link, which leads elsewhere`, {
        hint: 'Remove the link and build again.',
      });
    }
  }
}

function failedVariant(asset: Asset, output: Output): AssetgenError {
  const which = asset.kind === 'chibi' ? `figure ${output.member + 1}` : `variant ${asset.pick}`;
  return new AssetgenError('ASSETGEN_JOB_FAILED', `${asset.name}: ${which} failed at the service`, {
    hint: `Ask again with \`assetgen reroll ${asset.name}\`, or pick another variant.`,
  });
}
