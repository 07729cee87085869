import { findCssReferences, findHtmlReferences } from '@assetgen/unplugin';
import type { Rollup } from 'vite';

export interface ShippedReference {
  readonly fileName: string;
  readonly id: string;
}

/** References that no hook of ours met and that would be broken URLs in a browser. */
export function findShippedReferences(
  bundle: Rollup.OutputBundle,
  prefix: string,
): readonly ShippedReference[] {
  const left: ShippedReference[] = [];
  for (const output of Object.values(bundle)) {
    if (output.type !== 'asset') continue;
    const find = FINDERS.find(({ extension }) => output.fileName.endsWith(extension))?.find;
    if (find === undefined) continue;
    const text = typeof output.source === 'string' ? output.source : decode(output.source);
    for (const { id } of find(text, prefix)) left.push({ fileName: output.fileName, id });
  }
  return left;
}

const FINDERS = [
  { extension: '.css', find: findCssReferences },
  { extension: '.html', find: findHtmlReferences },
] as const;

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
