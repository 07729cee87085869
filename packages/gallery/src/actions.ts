import { AssetgenError } from '@assetgen/client/errors';
import { REVIEW_STATES, changeText } from '@assetgen/core';
import type { Change, EnsureOptions, ProjectTools, Inspection } from '@assetgen/core';
import type { GitHistory } from './git-history.ts';
import type { Action, ChangeMessage, LiveEvent, Price } from './messages.ts';
import { MANY_ACTIONS } from './messages.ts';
import { isNames, quoteMany } from './quote.ts';
import { problemOf } from './problem.ts';
import type { GalleryState } from './state.ts';

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

/** What an action wrote, and the run that it needs. */
interface Prepared {
  readonly run: EnsureOptions | null;
  readonly change: ChangeMessage | null;
}

export interface ActionsInput {
  readonly project: ProjectTools;
  readonly state: GalleryState;
  readonly history: GitHistory;
  readonly send: (event: LiveEvent) => void;
  /** Whether any run is under way, the server's own too. */
  readonly isBusy: () => boolean;
}

export function createActions(input: ActionsInput): Actions {
  const { project, state, history, send, isBusy } = input;
  /** Of the page's own run. */
  let controller: AbortController | null = null;
  /** Set before the first await: of two clicks at once one is refused. */
  let acting = false;

  async function act(action: Action): Promise<Acted> {
    if (action.type === 'stop') {
      controller?.abort(new AssetgenError('ASSETGEN_INTERRUPTED', 'stopped from the gallery'));
      return { runs: false, change: null };
    }
    // The manifest may be edited while a run is under way: that run has read it.
    const isFree = WRITES.has(action.type) || !isRunning();
    if (acting || !isFree) {
      throw refused('a build is under way', 'Wait for its end, or stop it.');
    }
    acting = true;
    try {
      return await begin(action);
    } finally {
      acting = false;
    }
  }

  const isRunning = (): boolean => controller !== null || isBusy();

  async function begin(action: Exclude<Action, { type: 'stop' }>): Promise<Acted> {
    const { inspection, message } = await lookAgain();
    if (message.readOnly !== null) throw refused(message.readOnly.why, message.readOnly.hint);
    if (isPurchase(action) && message.noService !== null) {
      throw new AssetgenError('ASSETGEN_NO_SERVICE', message.noService.why, {
        hint: message.noService.hint,
      });
    }
    const { run: options, change } = await prepare(action, inspection);
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

  /** Changes what the action changes; gives the run that it needs. */
  async function prepare(
    action: Exclude<Action, { type: 'stop' }>,
    inspection: Inspection,
  ): Promise<Prepared> {
    switch (action.type) {
      case 'edit': {
        const { change } = await project.edit(action.asset, action.prompt, action.before);
        return { run: null, change: await told(change) };
      }
      case 'draft':
        return { run: { mode: 'draft' }, change: null };
      case 'generate': {
        const only = action.asset === null ? undefined : [action.asset];
        assertPrice(inspection.price(only), action.points);
        return { run: buying(only, action.points), change: null };
      }
      case 'reroll': {
        const { reroll } = inspection.prices(action.asset);
        if (reroll === null) throw refused(`${action.asset} has nothing to reroll`, '');
        assertPrice(reroll, action.points);
        const { change } = await project.reroll(action.asset);
        return { run: buying([action.asset], action.points), change: await told(change) };
      }
      case 'another': {
        const { another } = inspection.prices(action.asset);
        if (another === null) throw refused(`${action.asset} cannot have more variants`, '');
        assertPrice(another, action.points);
        const { change } = await project.another(action.asset);
        return { run: buying([action.asset], action.points), change: await told(change) };
      }
      case 'pick': {
        assertPrice(inspection.prices(action.asset).pick, action.points);
        const { change } = await project.pick(action.asset, action.pick);
        return { run: await making([action.asset], action.points), change: await told(change) };
      }
      case 'use': {
        const { asset, recipe, pick } = action;
        const file = inspection.manifest.assets.find(({ name }) => name === asset)?.position.file;
        const { revisions } = await history.of(asset, file ?? '');
        const declared = revisions.find(({ entry }) => entry.recipe === recipe)?.declared;
        const { change } = await project.use(asset, {
          recipe,
          ...(declared == null ? {} : { entry: declared }),
          ...(pick === null ? {} : { pick }),
        });
        return { run: await making([asset], 0), change: await told(change) };
      }
      case 'review': {
        const { assets, state: decided, note } = action;
        const { change } = await project.review(assets, { state: decided, note });
        return { run: null, change: await told(change) };
      }
      case 'many':
        return prepareMany(action, inspection);
      case 'undo':
      case 'redo': {
        const id = action.type === 'undo' ? action.change : null;
        const { change, by } = await project.undo({
          type: action.type,
          ...(id === null ? {} : { id }),
        } as Parameters<ProjectTools['undo']>[0]);
        return {
          run: await making(change.assets, 0),
          change: { id: by, text: changeText(change), what: action.type },
        };
      }
    }
  }

  async function prepareMany(
    { what, assets, points, find, put }: Extract<Action, { type: 'many' }>,
    inspection: Inspection,
  ): Promise<Prepared> {
    const { price, count } = quoteMany(inspection, what, assets);
    assertPrice(price, points);
    if (count === 0) throw refused('there is nothing to do for these assets', '');
    if (what === 'generate') return { run: buying(assets, points), change: null };
    const { assets: changed, change } = await project.changeMany(
      assets,
      what === 'reroll'
        ? { type: 'reroll' }
        : what === 'words'
          ? { type: 'words', find, put }
          : { type: 'freeze', frozen: what === 'freeze' },
    );
    if (change === null) throw refused('nothing is different: no asset was changed', '');
    return { run: what === 'reroll' ? buying(changed, points) : null, change: await told(change) };
  }

  /** What was written, in words. */
  async function told(id: number | null): Promise<ChangeMessage | null> {
    const change: Change | undefined = (await project.changes()).find((each) => each.id === id);
    return change === undefined
      ? null
      : { id: change.id, text: changeText(change), what: 'change' };
  }

  /**
   * The run that makes outputs of what is there after a change of the manifest; null where none is needed. What
   * else the assets need may cost: it buys no variant.
   */
  async function making(
    names: readonly string[],
    points: number | null,
  ): Promise<EnsureOptions | null> {
    await state.refresh();
    const { inspection } = await state.current();
    const only = inspection.plan.assets
      .filter(({ asset, action }) => names.includes(asset.name) && MAKES.has(action))
      .map(({ asset }) => asset.name)
      .filter((name) => isWithin(inspection.price([name]), points));
    return only.length > 0 ? buying(only, points) : null;
  }

  function start(options: EnsureOptions): void {
    const own = new AbortController();
    controller = own;
    void run({ ...options, signal: own.signal });
  }

  async function run(options: EnsureOptions): Promise<void> {
    try {
      const { ok, points, free, errors } = (await project.ensure(options)).report;
      send({ type: 'done', ok, points: free ? 0 : points, problems: errors });
    } catch (error) {
      const problem = { ...problemOf(error), asset: null };
      send({ type: 'done', ok: false, points: null, problems: [problem] });
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
const WRITES: ReadonlySet<Action['type']> = new Set(['edit', 'review', 'undo', 'redo']);
/** Plans that buy no variant. */
const MAKES: ReadonlySet<string> = new Set(['process', 'convert', 'download']);

/** A run costs no more than the page said. */
function buying(only: readonly string[] | undefined, points: number | null): EnsureOptions {
  return {
    mode: 'generate',
    ...(only === undefined ? {} : { only }),
    ...(points === null ? {} : { budget: points }),
  };
}

/** The page said "unknown" where `said` is null: then any price is what it said. */
function isWithin(price: Price, said: number | null): boolean {
  return said === null || (price.max !== null && price.max <= said);
}

function assertPrice(price: Price, said: number | null): void {
  if (isWithin(price, said)) return;
  const now = price.max === null ? 'not known' : `${price.max} points`;
  throw new AssetgenError(
    'ASSETGEN_STALE_PLAN',
    `the page showed ${said} points, but now the price is ${now}; nothing was done`,
    { hint: 'Check the new price and click again.' },
  );
}

function refused(message: string, hint: string): AssetgenError {
  return new AssetgenError('ASSETGEN_USAGE', message, hint === '' ? {} : { hint });
}

/** The action that a request asks for; null where it is none. */
export function parseAction(value: unknown): Action | null {
  if (typeof value !== 'object' || value === null) return null;
  const { type, asset, pick, points, prompt, before, recipe, change } = value as Record<
    string,
    unknown
  >;
  const price = points === null || (Number.isFinite(points) && Number(points) >= 0);
  const named = typeof asset === 'string';
  switch (type) {
    case 'stop':
    case 'draft':
    case 'redo':
      return { type };
    case 'review':
    case 'many':
      return parseMany(type, value as Record<string, unknown>);
    case 'undo':
      return change === null || Number.isSafeInteger(change)
        ? { type, change: change as number | null }
        : null;
    case 'use':
      return named && typeof recipe === 'string' && (pick === null || Number.isInteger(pick))
        ? { type, asset, recipe, pick: pick as number | null }
        : null;
    case 'generate':
      return price && (named || asset === null)
        ? { type, asset: asset as string | null, points: points as number | null }
        : null;
    case 'reroll':
    case 'another':
      return price && named ? { type, asset, points: points as number | null } : null;
    case 'pick':
      return price && named && Number.isInteger(pick)
        ? { type, asset, pick: Number(pick), points: points as number | null }
        : null;
    case 'edit':
      return named && typeof prompt === 'string' && typeof before === 'string'
        ? { type, asset, prompt, before }
        : null;
    default:
      return null;
  }
}

function parseMany(type: 'review' | 'many', value: Record<string, unknown>): Action | null {
  const { assets, state, note, what, points, find, put } = value;
  if (!isNames(assets)) return null;
  if (type === 'review') {
    const known = REVIEW_STATES.find((each) => each === state);
    const isState = known !== undefined || state === null;
    return isState && typeof note === 'string'
      ? { type, assets, state: known ?? null, note }
      : null;
  }
  const known = MANY_ACTIONS.find((each) => each === what);
  const isPrice = points === null || (Number.isFinite(points) && Number(points) >= 0);
  return known !== undefined && isPrice && typeof find === 'string' && typeof put === 'string'
    ? { type, what: known, assets, points: points as number | null, find, put }
    : null;
}
