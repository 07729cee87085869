import { findCssReferences, findHtmlReferences } from '@assetgen/unplugin';
import type { Rollup } from 'vite';

export interface ShippedReference {
  readonly fileName: string;
  readonly id: string;
}

/** @param where what holds the URL, as the beginning of a sentence */
export function unresolvedReference(id: string, where: string): Error {
  const message = `${where} has the URL "${id}", which only the build understands`;
  return Object.assign(new Error(message), {
    code: 'ASSETGEN_UNRESOLVED_REFERENCE',
    hint: REMEDY,
  });
}

const REMEDY =
  'Refer to it from a file that Vite transforms itself: a style sheet that JavaScript or HTML loads, ' +
  'an attribute of an HTML entry, or an import.';

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
