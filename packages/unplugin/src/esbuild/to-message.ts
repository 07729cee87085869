import type { PartialMessage } from 'esbuild';
import type { Failure } from '../shared/failure.ts';

/** A failure as esbuild prints it, at its place in a file where it has one. */
export function toMessage({ text, position }: Failure): PartialMessage {
  if (position === null) return { text };
  // esbuild counts columns from 0.
  const { file, line, column } = position;
  return { text, location: { file, line, column: column - 1 } };
}
