import { AssetgenError } from '@assetgen/client';
import type { Problem } from './types.ts';

/** All that is wrong in the manifests, told in one go. Code `ASSETGEN_MANIFEST`. */
export class ManifestError extends AssetgenError {
  override readonly name = 'ManifestError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const lines = problems.map(printProblem);
    super(
      'ASSETGEN_MANIFEST',
      lines.length === 1 ? (lines[0] ?? '') : `${lines.length} problems\n  ${lines.join('\n  ')}`,
      { hint: 'Correct the manifest and run again; nothing was generated and nothing was paid.' },
    );
    this.problems = problems;
  }
}

/** `assets.gen.json:3:5 assets.hero.qualty: unknown key. Did you mean "quality"?` */
export function printProblem(problem: Problem): string {
  const { file, line, column } = problem.position;
  return `${file}:${line}:${column} ${problem.path === '' ? '' : `${problem.path}: `}${problem.message}`;
}

/** A short print of a value that was found where another was expected. */
export function printFound(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
