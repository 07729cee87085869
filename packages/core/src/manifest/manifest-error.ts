import { AssetgenError } from '@assetgen/client/errors';
import type { Problem } from './manifest.ts';

/** Most problems that a message tells; `problems` holds all of them. */
const MOST_TOLD = 100;

const HINTS = {
  files: 'Correct the manifest and run again; nothing was generated and nothing was paid.',
  edit: 'The manifest would not be valid; nothing was written.',
} as const;

/** All that is wrong in the manifests, told in one go. Code `ASSETGEN_MANIFEST`. */
export class ManifestError extends AssetgenError {
  override readonly name = 'ManifestError';
  readonly problems: readonly Problem[];

  /** @param of the files as they are, or an edit that was refused: its text has no places that a person could look up */
  constructor(found: readonly Problem[], of: 'files' | 'edit' = 'files') {
    const problems = inOrder(found);
    const print = of === 'files' ? printProblem : printMistake;
    const lines = problems.slice(0, MOST_TOLD).map(print);
    if (problems.length > MOST_TOLD) lines.push(`… and ${problems.length - MOST_TOLD} more`);
    super(
      'ASSETGEN_MANIFEST',
      lines.length === 1
        ? (lines[0] ?? '')
        : `${problems.length} problems\n  ${lines.join('\n  ')}`,
      { hint: HINTS[of] },
    );
    this.problems = problems;
  }
}

/** As one reads the files: file by file as they came, from the top. */
function inOrder(problems: readonly Problem[]): Problem[] {
  const files = [...new Set(problems.map((problem) => problem.position.file))];
  const rank = new Map(files.map((file, index) => [file, index]));
  return [...problems].sort(({ position: a }, { position: b }) => {
    const byFile = (rank.get(a.file) ?? 0) - (rank.get(b.file) ?? 0);
    return byFile || a.line - b.line || a.column - b.column;
  });
}

/** `assets.gen.json:3:5 assets.hero.qualty: unknown key. Did you mean "quality"?` */
function printProblem(problem: Problem): string {
  const { file, line, column } = problem.position;
  return `${file}:${line}:${column} ${printMistake(problem)}`;
}

function printMistake({ path, message }: Problem): string {
  return path === '' ? message : `${path}: ${message}`;
}

/** A short print of a value that was found where another was expected. */
export function printFound(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  // Options of a plugin are values of JavaScript: JSON has no function, bigint, Infinity or NaN.
  const isJson = typeof value === 'string' || typeof value === 'boolean' || value === null;
  const text = isJson ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
