import { AssetgenError } from '@assetgen/client/errors';
import type { Fingerprint } from '../../brands.ts';
import type { LockedOutput, LockedResult } from '../../lock/lock.ts';
import type { Asset, Output } from '../../manifest/manifest.ts';
import type { MadeBlob } from '../../process/run-steps.ts';
import type { LocalStep } from '../../process/local-step.ts';
import type { BuildContext } from '../build-context.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { sourceBytes } from './source-bytes.ts';

/** An output that neither the files folder nor the store has. */
export interface Missing {
  readonly output: Output;
  /** What it is made from. */
  readonly variant: LockedResult;
  readonly target: string;
  readonly fingerprint: Fingerprint;
  /** What the lock says of it. */
  readonly known: LockedOutput | null;
}

type Accept = (each: Missing, blob: MadeBlob) => Promise<void>;

/**
 * Makes outputs by their steps, all those of a source in one task of the pool. Each is accepted as
 * it comes, so that what was made before a failure is not made again.
 * @returns whether a source had to be downloaded
 */
export async function makeHere(
  asset: Asset,
  missing: readonly Missing[],
  accept: Accept,
  workspace: Workspace,
  context: BuildContext,
): Promise<boolean> {
  const bySource = new Map<string, Missing[]>();
  for (const each of missing) {
    const list = bySource.get(each.variant.digest) ?? [];
    bySource.set(each.variant.digest, [...list, each]);
  }
  const results = await Promise.allSettled(
    [...bySource.values()].map((list) => makeAll(asset, list, accept, workspace, context)),
  );
  return results.some((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

async function makeAll(
  asset: Asset,
  list: readonly Missing[],
  accept: Accept,
  workspace: Workspace,
  context: BuildContext,
): Promise<boolean> {
  const { store } = workspace;
  const { ports, signal, slot } = context;
  const [first] = list;
  if (first === undefined) return false;
  const { digest, bytes } = first.variant;
  const pool = await ports.steps();
  const attempt = async (): Promise<boolean> => {
    const task = {
      file: store.path(digest),
      digest,
      bytes,
      storeDir: await store.putDir(),
      root: ports.root,
      steps: list.map(({ output }) => output.step as LocalStep),
      names: list.map(({ output }) => output.name),
    };
    let accepted: Promise<void> = Promise.resolve();
    const onMade = (index: number, blob: MadeBlob): void => {
      const each = list[index];
      if (each === undefined) return;
      accepted = accepted.then(() => accept(each, blob));
      // Told below; until then it must not count as one that nobody handles.
      accepted.catch(() => undefined);
    };
    context.options.onEvent({ type: 'processing', asset: asset.name, outputs: list.length });
    try {
      // The pool has as many places as there are cores: whoever waits for one keeps no create from going out.
      const made = slot.outside(() => pool.run(task, { signal, onMade }));
      return (await made) === 'made';
    } finally {
      await accepted;
    }
  };
  if (await attempt()) return false;
  // The blob was gone or bad: it is got again, and put back into the store.
  const source = await sourceBytes(asset, first.variant, workspace, context);
  if (!store.has(digest)) await store.putBytes(source.bytes);
  if (await attempt()) return source.downloaded;
  throw new AssetgenError('ASSETGEN_STORE', `${asset.name}: its source blob is gone again`, {
    hint: 'Is another process clearing the cache? Run again.',
  });
}
