import { relative } from 'node:path';
import type { Failure } from '../failure.ts';
import type { FamilyCompiler } from './family-plugin.ts';

/** A failure as webpack and Rspack print it, at its place in a file where it has one. */
export function toFamilyError(compiler: FamilyCompiler, { text, position }: Failure): Error {
  const error = Object.assign(new compiler.webpack.WebpackError(text), {
    name: 'AssetgenError',
    hideStack: true,
  });
  if (position === null) return error;
  const place = { line: position.line, column: position.column };
  const file = relative(compiler.context, position.file);
  return Object.assign(error, { file, loc: { start: place } });
}
