import { byName } from '../../src/shared/by-name.ts';
import type {
  AssetSummary,
  LiveEvent,
  ProblemMessage,
  ProjectMessage,
} from '../../src/shared/messages.ts';
import { loadProject } from './api.ts';

export interface LoadedList {
  readonly project: ProjectMessage;
  /** The mistake that was told last, since the list was asked for. */
  readonly broken: ProblemMessage | null;
}

/** The answer to a request for the list may be older than what was told since. */
export interface ListLoader {
  hear(event: LiveEvent): void;
  /** null where the answer to a later request was here first. */
  load(): Promise<LoadedList | null>;
}

export function createListLoader(): ListLoader {
  /** What was told since each list on its way was asked for. */
  const loads = new Set<LiveEvent[]>();
  let asked = 0;
  let answered = 0;
  return {
    hear(event) {
      for (const since of loads) since.push(event);
    },
    async load() {
      asked += 1;
      const turn = asked;
      const since: LiveEvent[] = [];
      loads.add(since);
      try {
        const loaded = await loadProject();
        if (turn < answered) return null;
        answered = turn;
        return {
          project: since.reduce(withEvent, loaded),
          broken: since.reduce(brokenAfter, null),
        };
      } catch (error) {
        if (turn < answered) return null;
        throw error;
      } finally {
        loads.delete(since);
      }
    },
  };
}

export function withEvent(project: ProjectMessage, event: LiveEvent): ProjectMessage {
  if (event.type === 'run') return { ...project, run: event.run };
  if (event.type !== 'assets') return project;
  const { price, asks } = event;
  return { ...project, price, asks, assets: merge(project.assets, event) };
}

function brokenAfter(broken: ProblemMessage | null, event: LiveEvent): ProblemMessage | null {
  if (event.type === 'broken') return event.problem;
  return event.type === 'assets' ? null : broken;
}

/** By name, as the handler sorts them. */
function merge(
  assets: readonly AssetSummary[],
  { changed, removed }: { changed: readonly AssetSummary[]; removed: readonly string[] },
): AssetSummary[] {
  const merged = new Map(assets.map((asset) => [asset.name, asset]));
  for (const name of removed) merged.delete(name);
  for (const asset of changed) merged.set(asset.name, asset);
  return [...merged.values()].sort((a, b) => byName(a.name, b.name));
}
