import { AssetgenError } from '@assetgen/client/errors';
import { changeText, newEntry } from '@assetgen/core';
import type { Change, EnsureOptions, ProjectTools, Inspection } from '@assetgen/core';
import { madeHash } from '../view/detail.ts';
import type { GitHistory } from '../view/git-history.ts';
import type { Action, ChangeMessage, Price } from '../shared/messages.ts';
import { quoteMany } from './quote.ts';
import { refused } from './refused.ts';
import type { GalleryState } from '../view/state.ts';

/** What an action wrote, and the run that it needs. */
export interface Prepared {
  readonly run: EnsureOptions | null;
  readonly change: ChangeMessage | null;
}

export interface PrepareContext {
  readonly project: ProjectTools;
  readonly state: GalleryState;
  readonly history: GitHistory;
}

/** Changes what the action changes; gives the run that it needs. */
export async function prepareAction(
  context: PrepareContext,
  action: Exclude<Action, { type: 'stop' | 'open' }>,
  inspection: Inspection,
): Promise<Prepared> {
  const { project, history } = context;
  switch (action.type) {
    case 'add':
    case 'duplicate':
    case 'rename':
    case 'remove':
      return prepareEntry(context, action);
    case 'edit': {
      const { change } = await project.edit(action.asset, action.prompt, action.before);
      return { run: null, change: await told(project, change) };
    }
    case 'draft':
      return { run: { mode: 'draft' }, change: null };
    case 'generate': {
      const only = action.asset === null ? undefined : [action.asset];
      assertShown(inspection.price(only), inspection.asks(only), action);
      return { run: buying(only, action.points), change: null };
    }
    case 'reroll': {
      const { reroll } = inspection.prices(action.asset);
      if (reroll === null) throw refused(`${action.asset} has nothing to reroll`, '');
      assertShown(reroll, inspection.asks([action.asset]), action);
      const { change } = await project.reroll(action.asset);
      return { run: buying([action.asset], action.points), change: await told(project, change) };
    }
    case 'another': {
      const { another } = inspection.prices(action.asset);
      if (another === null) throw refused(`${action.asset} cannot have more variants`, '');
      assertShown(another, inspection.asks([action.asset]), action);
      const { change } = await project.another(action.asset);
      return { run: buying([action.asset], action.points), change: await told(project, change) };
    }
    case 'pick': {
      const { pick } = inspection.prices(action.asset);
      assertShown(pick, inspection.asks([action.asset]), action);
      const { change } = await project.pick(action.asset, action.pick);
      return {
        run: await making(context.state, [action.asset], action.points),
        change: await told(project, change),
      };
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
      return { run: await making(context.state, [asset], 0), change: await told(project, change) };
    }
    case 'set': {
      const { asset, ...field } = action;
      const { change } = await project.set(asset, field);
      return { run: await making(context.state, [asset], 0), change: await told(project, change) };
    }
    case 'review': {
      const { assets, state: decided, note, made } = action;
      const isOther =
        made !== undefined && assets.some((each) => madeHash(inspection, each) !== made);
      if (isOther) throw stale('the files changed since the page showed them; nothing was done');
      const { change } = await project.review(assets, { state: decided, note });
      return { run: null, change: await told(project, change) };
    }
    case 'many':
      return prepareMany(context.project, action, inspection);
    case 'undo':
    case 'redo': {
      const id = action.type === 'undo' ? action.change : null;
      const { change, by } = await project.undo({
        type: action.type,
        ...(id === null ? {} : { id }),
      } as Parameters<ProjectTools['undo']>[0]);
      return {
        run: await making(context.state, change.assets, 0),
        change: {
          id: by,
          text: changeText(change),
          what: action.type,
          renamed: (await told(project, by))?.renamed ?? null,
        },
      };
    }
  }
}

/** Changes of which assets there are. None of them buys anything. */
async function prepareEntry(
  { project, state }: PrepareContext,
  action: EntryAction,
): Promise<Prepared> {
  const { change } = await writeEntry(project, action);
  await project.types();
  // A name of its own needs no run; what was not up to date before may be made of what is there.
  const run = action.type === 'rename' ? await making(state, [action.name], 0) : null;
  return { run, change: await told(project, change) };
}

type EntryAction = Extract<Action, { type: 'add' | 'duplicate' | 'rename' | 'remove' }>;

function writeEntry(
  project: ProjectTools,
  action: EntryAction,
): Promise<{ readonly change: number | null }> {
  const { asset } = action;
  switch (action.type) {
    case 'add':
      return project.add(asset, newEntry(action));
    case 'duplicate':
      return project.duplicate(asset, action.name);
    case 'rename':
      return project.rename(asset, action.name);
    case 'remove':
      return project.remove(asset);
  }
}

async function prepareMany(
  project: ProjectTools,
  action: Extract<Action, { type: 'many' }>,
  inspection: Inspection,
): Promise<Prepared> {
  const { what, assets, points, find, put } = action;
  const { price, asks, count } = quoteMany(inspection, what, assets);
  assertShown(price, asks, action);
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
  return {
    run: what === 'reroll' ? buying(changed, points) : null,
    change: await told(project, change),
  };
}

/** What was written, in words. */
async function told(project: ProjectTools, id: number | null): Promise<ChangeMessage | null> {
  const change: Change | undefined = (await project.changes()).find((each) => each.id === id);
  if (change === undefined) return null;
  const move = change.moves?.find(({ from, to }) => from !== to);
  const renamed = move === undefined ? null : { from: move.from, to: move.to };
  return { id: change.id, text: changeText(change), what: 'change', renamed };
}

/**
 * The run that makes outputs of what is there after a change of the manifest; null where none is needed. Other
 * needs of the assets may cost points: it buys no variant.
 */
async function making(
  state: GalleryState,
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

/** What the page showed before a click. */
interface Shown {
  readonly points: number | null;
  readonly asks?: string | undefined;
}

function stale(message: string): AssetgenError {
  const hint = 'Look at it as it is now, and click again.';
  return new AssetgenError('ASSETGEN_STALE_PLAN', message, { hint });
}

/** Nothing is bought at another price than was shown, and nothing else than was shown. */
function assertShown(price: Price, asks: string, shown: Shown): void {
  if (shown.asks !== undefined && shown.asks !== asks) {
    throw stale('the manifest or an input file changed since the page showed it; nothing was done');
  }
  if (isWithin(price, shown.points)) return;
  const now = price.max === null ? 'not known' : `${price.max} points`;
  throw new AssetgenError(
    'ASSETGEN_STALE_PLAN',
    `the page showed ${shown.points} points, but now the price is ${now}; nothing was done`,
    { hint: 'Check the new price and click again.' },
  );
}
