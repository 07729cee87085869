import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type {
  Action,
  AssetMessage,
  BalanceMessage,
  ChangeMessage,
  LiveEvent,
  Price,
  ProblemMessage,
  ProjectMessage,
  RunMessage,
} from '../../src/shared/messages.ts';
import type { Total } from '../../src/shared/total-of.ts';
import { ApiError, act, follow, loadAsset, loadBalance } from './api.ts';
import { parsePlace } from '../../src/shared/choice-url.ts';
import { printPoints } from './format.ts';
import { createListLoader, withEvent } from './list-loader.ts';
import { goTo } from './route.ts';
import type { Store } from './store.ts';
import { createStore } from './store.ts';
import type { Unsaved } from './unsaved.ts';
import { createUnsaved } from './unsaved.ts';

/** Something that a person is told, until they close it. */
export interface Notice {
  readonly id: number;
  readonly tone: 'error' | 'warning' | 'done';
  readonly problem: ProblemMessage;
  /** A change that can be taken back from here. */
  readonly change?: ChangeMessage;
}

/** Something that may spend, and waits for a yes. */
export interface Question {
  /** What is done: `Reroll props/dragon`. */
  readonly title: string;
  readonly price: Price;
  readonly action: Action;
}

export interface GalleryValue {
  readonly project: ProjectMessage | null;
  readonly run: RunMessage | null;
  readonly balance: BalanceMessage | null;
  /** Why there is no list, or an old one. */
  readonly broken: ProblemMessage | null;
  readonly online: boolean;
  readonly notices: readonly Notice[];
  /** True from a click until the handler answered it. */
  readonly asking: boolean;
  /** What waits for a yes before it spends. */
  readonly question: Question | null;
  /** Names of the assets that are chosen for doing one thing with all of them. */
  readonly selected: ReadonlySet<string>;
  /** Counts what may have changed the open asset. */
  readonly version: number;
}

/** What the page knows, and what it can do. */
export interface Gallery {
  readonly store: Store<GalleryValue>;
  readonly unsaved: Unsaved;
  start(): void;
  /** Says whether it was done; what went wrong becomes a notice. */
  act(action: Action): Promise<boolean>;
  /** The same without a notice: gives what went wrong; null: it was done. */
  attempt(action: Action): Promise<ProblemMessage | null>;
  /** Acts at once where the price is known and small enough, else asks. */
  spend(question: Question): void;
  /** Asks, whatever it costs. */
  ask(question: Question): void;
  /** Closes the question; `action`: what was said yes to. `limit`: above it is asked. */
  answer(action: Action | null, limit?: number | null): void;
  /** Points above which is asked; null: only where a price is not known. */
  limit(): number | null;
  setLimit(limit: number | null): void;
  select(names: ReadonlySet<string>): void;
  asset(name: string, signal: AbortSignal): Promise<AssetMessage>;
  close(notice: Notice): void;
  tell(tone: Notice['tone'], problem: ProblemMessage): void;
}

/** Notices that stand at once. */
const NOTICES = 4;

export function createGallery(): Gallery {
  const store = createStore<GalleryValue>({
    project: null,
    run: null,
    balance: null,
    broken: null,
    online: true,
    notices: [],
    asking: false,
    question: null,
    selected: new Set(),
    version: 0,
  });
  const unsaved = createUnsaved();
  let count = 0;
  let wasAway = false;
  /** What the server told of runs so far. */
  let words = 0;
  const lists = createListLoader();
  /** A run that the server has begun, and not told of yet. */
  let begun: RunMessage | null = null;

  function tell(tone: Notice['tone'], problem: ProblemMessage): void {
    const { notices } = store.get();
    const others = notices.filter((each) => each.problem.message !== problem.message);
    count += 1;
    store.set({ notices: [...others, { id: count, tone, problem }].slice(-NOTICES) });
  }

  function tellDone(event: Done): void {
    const message = doneText(event);
    if (message === null) return;
    tell(event.ok ? 'done' : 'warning', { code: '', message, hint: null });
  }

  /** Only the newest change has its notice: what was made before is taken back after it. */
  function tellChange(change: ChangeMessage): void {
    const notices = store.get().notices.filter((each) => each.change === undefined);
    count += 1;
    const message = `${CHANGE_WORDS[change.what]}${change.text}`;
    const problem: ProblemMessage = { code: '', message, hint: null };
    store.set({
      notices: [...notices, { id: count, tone: 'done' as const, problem, change }].slice(-NOTICES),
    });
  }

  /** A removed asset is gone from the list that is shown next, before the server tells of the list. */
  function drop(name: string): void {
    const { project } = store.get();
    if (project === null) return;
    const assets = project.assets.filter((asset) => asset.name !== name);
    store.set({ project: { ...project, assets } });
  }

  async function load(): Promise<void> {
    try {
      const loaded = await lists.load();
      if (loaded === null) return;
      const { project, broken } = loaded;
      const { version } = store.get();
      store.set({ project, run: project.run, broken, online: true, version: version + 1 });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.problem.code === 'OFFLINE') store.set({ online: false });
      else store.set({ online: true, broken: error.problem });
    }
  }

  async function readBalance(): Promise<void> {
    store.set({ balance: await loadBalance().catch(() => null) });
  }

  function hear(event: LiveEvent): void {
    lists.hear(event);
    const { project, run, version } = store.get();
    switch (event.type) {
      case 'run':
        words += 1;
        if (run !== null && isOther(event.run?.spent, run.spent)) void readBalance();
        store.set({ run: event.run });
        return;
      case 'assets':
        if (project === null) return;
        store.set({ project: withEvent(project, event), broken: null, version: version + 1 });
        return;
      case 'broken':
        store.set({ broken: event.problem });
        return;
      case 'reload':
        void load();
        return;
      case 'warning':
        tell('warning', event.problem);
        return;
      case 'done':
        words += 1;
        void readBalance();
        store.set({ run: run === begun ? null : run, version: version + 1 });
        for (const { code, message, hint } of event.problems)
          tell('error', { code, message, hint });
        tellDone(event);
        return;
    }
  }

  const gallery: Gallery = {
    store,
    unsaved,
    tell,
    spend(question) {
      const { max } = question.price;
      const limit = gallery.limit();
      const isAsked = max === null || (max > 0 && limit !== null && max > limit);
      if (isAsked) gallery.ask(question);
      else void gallery.act(question.action);
    },
    ask: (question) => store.set({ question }),
    answer(action, limit) {
      store.set({ question: null });
      if (action === null) return;
      if (limit !== undefined) keepLimit(limit);
      void gallery.act(action);
    },
    limit: readLimit,
    setLimit: keepLimit,
    select: (selected) => store.set({ selected }),
    start() {
      void load().then(readBalance);
      follow(hear, (connection) => {
        if (connection === 'lost') store.set({ online: false });
        if (connection === 'open') store.set({ online: true });
        // Another server may answer now, with another list; one that refuses says why.
        if (connection === 'refused') void load();
        if (connection === 'open' && wasAway) void load().then(readBalance);
        wasAway = connection !== 'open';
      });
    },
    async act(action) {
      // The second of two clicks comes before the button is drawn as disabled.
      if (action.type !== 'stop' && store.get().asking) return false;
      const problem = await gallery.attempt(action);
      if (problem !== null) tell('error', problem);
      return problem === null;
    },
    async attempt(action) {
      const stops = action.type === 'stop';
      const before = words;
      if (!stops) store.set({ asking: true });
      try {
        const { runs, change } = await act(action);
        if (change !== null) tellChange(change);
        followRename(change, unsaved);
        if (action.type === 'remove') drop(action.asset);
        // Another connection, which may be slower, reports the run that it began.
        if (runs && words === before) {
          begun = beginning(action);
          store.set({ run: begun });
        }
        return null;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        // It acted on what is no more: it shows what is.
        if (error.problem.code === 'ASSETGEN_STALE_PLAN') void load();
        return error.problem;
      } finally {
        if (!stops) store.set({ asking: false });
      }
    },
    asset: loadAsset,
    close(notice) {
      store.set({ notices: store.get().notices.filter((each) => each.id !== notice.id) });
    },
  };
  return gallery;
}

/** The page of an asset stays that of the asset. */
function followRename(change: ChangeMessage | null, unsaved: Unsaved): void {
  const renamed = change?.renamed ?? null;
  if (renamed === null) return;
  unsaved.rename(renamed.from, renamed.to);
  if (parsePlace(location.hash).asset === renamed.from) goTo(renamed.to);
}

const LIMIT = 'assetgen-ask-above';

/** A browser may refuse to keep anything: then it is asked where a price is not known. */
function readLimit(): number | null {
  try {
    const text = localStorage.getItem(LIMIT);
    return text === null || !Number.isFinite(Number(text)) ? null : Number(text);
  } catch {
    return null;
  }
}

function keepLimit(limit: number | null): void {
  try {
    if (limit === null) localStorage.removeItem(LIMIT);
    else localStorage.setItem(LIMIT, String(limit));
  } catch {
    // It is asked again, then.
  }
}

const CHANGE_WORDS: Readonly<Record<ChangeMessage['what'], string>> = {
  change: '',
  undo: 'Taken back: ',
  redo: 'Again: ',
};

function beginning({ type }: Action): RunMessage {
  const mode = type === 'draft' ? 'draft' : 'generate';
  return { by: 'page', mode, done: 0, pending: 0, active: {}, spent: { known: 0, untold: 0 } };
}

function isOther(a: Total | undefined, b: Total): boolean {
  return a?.known !== b.known || a.untold !== b.untold;
}

type Done = Pick<Extract<LiveEvent, { type: 'done' }>, 'ok' | 'points' | 'knownPoints'>;

/** What a run cost, also one that failed; of one that failed and cost nothing its problems say all. */
function doneText({ ok, points, knownPoints }: Done): string | null {
  const word = ok ? 'Done' : 'Some assets failed';
  if (points === 0) return ok ? 'Done. It cost nothing.' : null;
  if (points !== null) return `${word}: ${printPoints(points)}.`;
  return knownPoints === 0
    ? `${word}. The service did not report the points.`
    : `${word}: at least ${printPoints(knownPoints)}. The service did not report all of them.`;
}

const Context = createContext<Gallery | null>(null);
export const GalleryProvider = Context.Provider;

export function useGallery(): Gallery {
  const gallery = useContext(Context);
  if (gallery === null) throw new Error('no gallery around');
  return gallery;
}
