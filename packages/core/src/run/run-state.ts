import type { Digest, Fingerprint } from '../brands.ts';
import type { JournalState } from '../plan/journal-state.ts';
import type { Plan } from '../plan/plan.ts';
import type { MadeFile } from '../emit/made-file.ts';
import type { Asset, Manifest } from '../manifest/manifest.ts';
import type { Mode } from '../config/assetgen-options.ts';
import type { EnsureOptions } from './ensure-options.ts';
import type { ProjectEvent } from './report/project-event.ts';
import type { Refusal } from './guards/balance.ts';
import type { Lane } from './workspace/workspace.ts';
import type { Report } from './report/report.ts';
import type { RunPorts, RunScope } from './scope.ts';

/** A plan, with what was looked up for it. */
export interface Planned {
  readonly plan: Plan;
  readonly files: ReadonlyMap<string, Digest>;
  readonly journals: ReadonlyMap<string, JournalState>;
}

export interface RunInput {
  readonly manifest: Manifest;
  readonly watch: readonly string[];
  readonly options: EnsureOptions;
  readonly mode: Mode;
  readonly onEvent: (event: ProjectEvent) => void;
}

/** What the parts of one run share. */
export interface Run {
  readonly ports: RunPorts;
  readonly input: RunInput;
  /** The manifest's, by name. */
  readonly assets: ReadonlyMap<string, Asset>;
  readonly report: Report;
  readonly scope: RunScope;
  readonly signal: AbortSignal;
  readonly planned: Planned;
  /** Why some assets must not be bought, by name. */
  readonly blocked: ReadonlyMap<string, string>;
  readonly real: Lane;
  draft: Lane | null;
  readonly made: Map<string, readonly MadeFile[]>;
  /** How many candidates an asset is about to buy. */
  readonly counts: Map<string, number>;
  /** Set where nothing may be bought: the balance is too low for the whole plan, or the key is wrong. */
  readonly refusal: Refusal | null;
  /** Recipes that an asset is buying now; others with the same recipe wait and share. */
  readonly buying: Map<Fingerprint, Promise<void>>;
}
