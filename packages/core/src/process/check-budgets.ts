import { AssetgenError } from '@assetgen/client/errors';
import type { SizeBudget } from '../config/assetgen-options.ts';

/** A file that a build made or kept, and what it weighs. */
export interface WeighedFile {
  readonly asset: string;
  readonly name: string;
  /** Unit: bytes. */
  readonly bytes: number;
  /** On a graphics card; 0 for what is no model. Unit: bytes. */
  readonly gpuBytes: number;
  /** 0 for what is no model. */
  readonly drawCalls: number;
}

/** Rows of a table: those who cut something cut it here. */
const ROWS = 8;

const LIMITS = [
  { key: 'maxBytes', of: 'bytes', unit: 'bytes' },
  { key: 'maxGpuBytes', of: 'gpuBytes', unit: 'bytes of GPU memory' },
  { key: 'maxDrawCalls', of: 'drawCalls', unit: 'draw calls' },
] as const;

/** What holding files against budgets came to. */
export interface BudgetsOutcome {
  /** `ASSETGEN_SIZE_BUDGET`, one for each limit that is broken, with a table of the largest files. */
  readonly broken: readonly AssetgenError[];
  /** Patterns that match no asset. */
  readonly unused: readonly string[];
}

/**
 * Holds the files of a build against the budgets of its config, each summed over all files of the
 * assets that it names.
 */
export async function checkBudgets(
  budgets: readonly SizeBudget[],
  files: readonly WeighedFile[],
): Promise<BudgetsOutcome> {
  const { default: picomatch } = await import('picomatch');
  const broken: AssetgenError[] = [];
  const unused: string[] = [];
  for (const budget of budgets) {
    const matches = picomatch(budget.assets);
    const chosen = files.filter(({ asset }) => matches(asset));
    if (chosen.length === 0) unused.push(budget.assets);
    for (const { key, of, unit } of LIMITS) {
      const limit = budget[key];
      const sum = chosen.reduce((all, file) => all + file[of], 0);
      if (limit === undefined || sum <= limit) continue;
      broken.push(brokenBudget(budget.assets, key, limit, sum, unit, weigh(chosen, of)));
    }
  }
  return { broken, unused };
}

interface Weight {
  readonly name: string;
  readonly weight: number;
}

/** The heaviest first; names decide where two are the same. */
function weigh(files: readonly WeighedFile[], of: (typeof LIMITS)[number]['of']): Weight[] {
  return files
    .map((file) => ({ name: file.name, weight: file[of] }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1));
}

function brokenBudget(
  pattern: string,
  key: string,
  limit: number,
  sum: number,
  unit: string,
  weights: readonly Weight[],
): AssetgenError {
  const files = `${weights.length} file${weights.length === 1 ? '' : 's'}`;
  const head = `budget of "${pattern}": expected ${key} ${grouped(limit)}, found ${grouped(sum)} ${unit} in ${files}`;
  const shown = weights.slice(0, ROWS);
  const width = Math.max(...shown.map(({ weight }) => grouped(weight).length));
  const rows = shown.map(({ name, weight }) => {
    const share = `${Math.round((weight / sum) * 100)} %`;
    return `  ${grouped(weight).padStart(width)}  ${share.padStart(5)}  ${name}`;
  });
  const rest = weights.length - shown.length;
  const table = [...rows, ...(rest === 0 ? [] : [`  and ${rest} smaller`])];
  return new AssetgenError('ASSETGEN_SIZE_BUDGET', [head, ...table].join('\n'), {
    hint: 'Make the largest smaller ("preset": "mobile", "textures", "join"), or raise "budgets" in the config. Nothing has to be bought again.',
  });
}

/** 12,345: the same in every locale. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
