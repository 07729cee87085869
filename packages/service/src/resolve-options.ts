import { AssetgenError, MESH_QUALITIES } from '@assetgen/client';
import type { Deviation } from './deviations/deviation.ts';
import { OPERATION_NAMES } from './faults.ts';
import type { Fault } from './faults.ts';
import type { Makers } from './jobs/makers.ts';
import { MODEL_LIST } from './model-list.ts';
import { MODERATION_WORDS } from './moderator.ts';
import type { Balance } from './points/balance.ts';
import { STYLES } from './styles.ts';
import type { ModerationWords, ServiceOptions } from './service-options.ts';

export interface ResolvedOptions {
  readonly data: string | undefined;
  readonly key: string | undefined;
  readonly open: boolean;
  /** The points to start with, granted now. */
  readonly grant: () => Balance;
  readonly rate: number;
  readonly portraitRate: number;
  readonly jobMs: number;
  readonly draft: boolean;
  readonly light: boolean;
  readonly origin: string | undefined;
  readonly urlSeconds: number;
  readonly styles: readonly string[];
  readonly moderation: ModerationWords;
  readonly forbidden: ReadonlySet<string>;
  readonly faults: readonly Fault[];
  readonly deviations: readonly Deviation[];
  readonly onError: (error: unknown) => void;
  readonly now: () => number;
  readonly makers: Makers | undefined;
}

/** Options of our own tests, on top of the public ones. */
export interface InternalOptions extends ServiceOptions {
  /** Takes the place of the real makers; runs in this thread. */
  readonly makers?: Makers;
}

const PREFIX = 'Invalid option of the local service:';

export function resolveOptions(options: InternalOptions): ResolvedOptions {
  const number = (name: keyof ServiceOptions, value: number, min: number): number => {
    if (Number.isFinite(value) && value >= min) return value;
    throw new AssetgenError(
      'ASSETGEN_SERVICE_OPTIONS',
      `${PREFIX} expected "${name}" to be a number of at least ${min}, received ${String(value)}.`,
    );
  };
  const now = options.now ?? Date.now;
  const points = options.points ?? 100_000;
  const parts = typeof points === 'number' ? { permanent: points } : points;
  const part = (value: number | undefined): number => number('points', value ?? 0, 0);
  const [monthly, annual, permanent] = [parts.monthly, parts.annual, parts.permanent].map(part);
  return {
    data: folderOf(options.data),
    key: options.key,
    open: options.open ?? false,
    grant: () => grantOf({ monthly: monthly ?? 0, annual: annual ?? 0 }, permanent ?? 0, now()),
    rate: number('rate', options.rate ?? 1_000_000, 1),
    portraitRate: number('portraitRate', options.portraitRate ?? 60, 0),
    jobMs: number('jobSeconds', options.jobSeconds ?? 0, 0) * 1000,
    draft: options.draft ?? false,
    light: options.light ?? options.draft ?? false,
    origin: options.origin === undefined ? undefined : new URL(options.origin).origin,
    urlSeconds: number('urlSeconds', options.urlSeconds ?? 3600, 0),
    styles: options.styles ?? STYLES,
    moderation: options.moderation ?? (options.draft === true ? {} : MODERATION_WORDS),
    forbidden: forbiddenOf(options.forbidden ?? []),
    faults: options.faults ?? [],
    deviations: options.deviations ?? [],
    onError: options.onError ?? (() => {}),
    now,
    makers: options.makers,
  };
}

/** A misspelt name would forbid nothing. */
function forbiddenOf(names: readonly string[]): ReadonlySet<string> {
  const models = MODEL_LIST.map(({ id }) => id);
  const known = [...OPERATION_NAMES, ...MESH_QUALITIES, 'enableImageEnhancement', ...models];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return new Set(names);
  throw new AssetgenError(
    'ASSETGEN_SERVICE_OPTIONS',
    `${PREFIX} expected "forbidden" to name some of ${known.join(', ')}; received "${unknown}".`,
  );
}

/** Databases were taken here once, by their URL. It may hold a password: only its scheme is shown. */
function folderOf(data: string | undefined): string | undefined {
  // A drive letter is no scheme.
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(data ?? '')?.[1];
  if (scheme === undefined) return data;
  throw new AssetgenError(
    'ASSETGEN_SERVICE_OPTIONS',
    `${PREFIX} expected "data" to be a folder, received a URL (${scheme}://…).`,
    { hint: 'Name a folder on a local disk: the state is files, and no database keeps it.' },
  );
}

function grantOf(
  limited: { readonly monthly: number; readonly annual: number },
  permanent: number,
  at: number,
): Balance {
  const date = new Date(at);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  return {
    ...limited,
    permanent,
    monthlyEnds: limited.monthly > 0 ? Date.UTC(year, month + 1, 1) : null,
    annualEnds: limited.annual > 0 ? Date.UTC(year + 1, month, day) : null,
  };
}
