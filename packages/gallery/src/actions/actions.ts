import { AssetgenError } from '@assetgen/client/errors';
import type { EnsureOptions } from '@assetgen/core';
import type { Action, ChangeMessage, LiveEvent } from '../shared/messages.ts';
import { openInEditor } from './open-in-editor.ts';
import { prepareAction } from './prepare-action.ts';
import type { PrepareContext } from './prepare-action.ts';
import { problemOf } from '../view/problem.ts';
import type { Total } from '../shared/total-of.ts';
import { refused } from './refused.ts';
import type { GalleryState } from '../view/state.ts';

/** Does what a page asks for: changes, and runs. */
export interface Actions {
  /** True while a run that the page began is under way. */
  readonly running: boolean;
  /** Throws what is wrong with the action; then nothing was changed or bought. */
  act(action: Action): Promise<Acted>;
  close(): void;
}

/** What came of an action. */
export interface Acted {
  /** Whether it began a run. */
  readonly runs: boolean;
  readonly change: ChangeMessage | null;
}

export interface ActionsInput extends PrepareContext {
  readonly send: (event: LiveEvent) => void;
  /** Whether any run is under way, the server's own too. */
  readonly isBusy: () => boolean;
  /** What the service took in the run that is under way, or was last. */
  readonly charged: () => Total;
}

export function createActions(input: ActionsInput): Actions {
  const { project, state, send, isBusy, charged } = input;
  /** Of the page's own run. */
  let controller: AbortController | null = null;
  /** Set before the first await: of two clicks at once one is refused. */
  let acting = false;

  async function act(action: Action): Promise<Acted> {
    if (action.type === 'stop') {
      controller?.abort(new AssetgenError('ASSETGEN_INTERRUPTED', 'stopped from the gallery'));
      return { runs: false, change: null };
    }
    if (action.type === 'open') {
      await openAsset(action.asset);
      return { runs: false, change: null };
    }
    // The manifest may be edited while a run is under way: that run has read it.
    const isFree = WRITES.has(action.type) || !isRunning();
    if (acting || !isFree) {
      throw refused('a build is running', 'Wait until it ends, or stop it.');
    }
    acting = true;
    try {
      return await begin(action);
    } finally {
      acting = false;
    }
  }

  /** Only where an asset of this project stands: no page names a file. */
  async function openAsset(name: string): Promise<void> {
    const { manifest } = (await state.current()).inspection;
    const asset = manifest.assets.find((each) => each.name === name);
    if (asset === undefined) throw refused(`there is no asset "${name}"`, '');
    await openInEditor(project.root, asset.position, (problem) =>
      send({ type: 'warning', problem }),
    );
  }

  const isRunning = (): boolean => controller !== null || isBusy();

  async function begin(action: Exclude<Action, { type: 'stop' | 'open' }>): Promise<Acted> {
    const { inspection, message } = await lookAgain();
    if (message.readOnly !== null) throw refused(message.readOnly.why, message.readOnly.hint);
    if (isPurchase(action) && message.noService !== null) {
      throw new AssetgenError('ASSETGEN_NO_SERVICE', message.noService.why, {
        hint: message.noService.hint,
      });
    }
    const { run: options, change } = await prepareAction(input, action, inspection);
    const runs = options !== null && !isRunning();
    if (runs) start(options);
    else await state.refresh();
    return { runs, change };
  }

  /** The project as it is now: what is bought is decided by nothing older. */
  async function lookAgain(): ReturnType<GalleryState['current']> {
    await state.refresh();
    return state.current();
  }

  function start(options: EnsureOptions): void {
    const own = new AbortController();
    controller = own;
    void run({ ...options, signal: own.signal });
  }

  async function run(options: EnsureOptions): Promise<void> {
    try {
      const { ok, points, knownPoints, free, errors } = (await project.ensure(options)).report;
      const told = free ? { points: 0, knownPoints: 0 } : { points, knownPoints };
      send({ type: 'done', ok, ...told, problems: errors });
    } catch (error) {
      const problem = { ...problemOf(error), asset: null };
      // It broke off: what the service took until then was counted.
      const { known, untold } = charged();
      const told = { points: untold === 0 ? known : null, knownPoints: known };
      send({ type: 'done', ok: false, ...told, problems: [problem] });
    } finally {
      controller = null;
      void state.refresh();
    }
  }

  return {
    get running() {
      return controller !== null;
    },
    act,
    close: () => controller?.abort(new AssetgenError('ASSETGEN_INTERRUPTED', 'the server closed')),
  };
}

const BUYS: ReadonlySet<string> = new Set(['generate', 'reroll', 'another']);

function isPurchase(action: Action): boolean {
  return BUYS.has(action.type === 'many' ? action.what : action.type);
}

/** What only writes into the manifest; a run may follow. */
const WRITES: ReadonlySet<Action['type']> = new Set([
  'edit',
  'review',
  'add',
  'duplicate',
  'undo',
  'redo',
]);
