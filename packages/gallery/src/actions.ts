import { AssetgenError } from '@assetgen/client/errors';
import type { EnsureOptions, ProjectTools, Inspection } from '@assetgen/core';
import type { Action, LiveEvent, Price } from './messages.ts';
import { problemOf } from './problem.ts';
import type { GalleryState } from './state.ts';

/** Does what a page asks for: changes, and runs. */
export interface Actions {
  /** True while a run that the page began is under way. */
  readonly running: boolean;
  /**
   * Says whether it began a run. Throws what is wrong with it; then nothing was changed or bought.
   */
  act(action: Action): Promise<boolean>;
  close(): void;
}

export interface ActionsInput {
  readonly project: ProjectTools;
  readonly state: GalleryState;
  readonly send: (event: LiveEvent) => void;
  /** Whether any run is under way, the server's own too. */
  readonly isBusy: () => boolean;
}

export function createActions({ project, state, send, isBusy }: ActionsInput): Actions {
  /** Of the page's own run. */
  let controller: AbortController | null = null;
  /** Set before the first await: of two clicks at once one is refused. */
  let acting = false;

  async function act(action: Action): Promise<boolean> {
    if (action.type === 'stop') {
      controller?.abort(new AssetgenError('ASSETGEN_INTERRUPTED', 'stopped from the gallery'));
      return false;
    }
    // A prompt may be edited while a run is under way: that run has read the manifest.
    const isFree = action.type === 'edit' || (controller === null && !isBusy());
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

  async function begin(action: Exclude<Action, { type: 'stop' }>): Promise<boolean> {
    const { inspection, message } = await lookAgain();
    if (message.readOnly !== null) throw refused(message.readOnly.why, message.readOnly.hint);
    if (BUYS.has(action.type) && message.noService !== null) {
      throw new AssetgenError('ASSETGEN_NO_SERVICE', message.noService.why, {
        hint: message.noService.hint,
      });
    }
    const options = await prepare(action, inspection);
    if (options === null) await state.refresh();
    else start(options);
    return options !== null;
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
  ): Promise<EnsureOptions | null> {
    switch (action.type) {
      case 'edit':
        await project.edit(action.asset, action.prompt, action.before);
        return null;
      case 'draft':
        return { mode: 'draft' };
      case 'generate': {
        const only = action.asset === null ? undefined : [action.asset];
        assertPrice(inspection.price(only), action.points);
        return buying(only, action.points);
      }
      case 'reroll': {
        const { reroll } = inspection.prices(action.asset);
        if (reroll === null) throw refused(`${action.asset} has nothing to ask for again`, '');
        assertPrice(reroll, action.points);
        await project.reroll(action.asset);
        return buying([action.asset], action.points);
      }
      case 'another': {
        const { another } = inspection.prices(action.asset);
        if (another === null) throw refused(`${action.asset} can have no more candidates`, '');
        assertPrice(another, action.points);
        await project.another(action.asset);
        return buying([action.asset], action.points);
      }
      case 'pick': {
        assertPrice(inspection.prices(action.asset).pick, action.points);
        await project.pick(action.asset, action.pick);
        // What else the asset needs may cost: a pick makes outputs and buys nothing.
        await state.refresh();
        const after = (await state.current()).inspection;
        const plan = after.plan.assets.find(({ asset }) => asset.name === action.asset);
        const isMaking = plan !== undefined && MAKES.has(plan.action);
        const price = after.price([action.asset]);
        return isMaking && isWithin(price, action.points)
          ? buying([action.asset], action.points)
          : null;
      }
    }
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

const BUYS: ReadonlySet<Action['type']> = new Set(['generate', 'reroll', 'another']);
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
    `the page said ${said} points, and by now the price is ${now}; nothing was done`,
    { hint: 'Look at the new price and click again.' },
  );
}

function refused(message: string, hint: string): AssetgenError {
  return new AssetgenError('ASSETGEN_USAGE', message, hint === '' ? {} : { hint });
}

/** The action that a request asks for; null where it is none. */
export function parseAction(value: unknown): Action | null {
  if (typeof value !== 'object' || value === null) return null;
  const { type, asset, pick, points, prompt, before } = value as Record<string, unknown>;
  const price = points === null || (Number.isFinite(points) && Number(points) >= 0);
  const named = typeof asset === 'string';
  switch (type) {
    case 'stop':
    case 'draft':
      return { type };
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
