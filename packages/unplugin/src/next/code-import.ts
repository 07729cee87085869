import { CODE_TARGETS } from '@assetgen/core/warm';
import { escapePattern } from '../shared/references/import-id.ts';

/** A pattern of `'@gen/props/dragon?react'` in a script: the name, then the target. */
export function codeImport(prefix: string): string {
  const targets = Object.keys(CODE_TARGETS).join('|');
  return `['"]${escapePattern(prefix)}/([^'"?#\\s]+)\\?(${targets})['"]`;
}
