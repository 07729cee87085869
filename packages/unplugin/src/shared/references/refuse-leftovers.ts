import { findCssReferences } from './css-references.ts';
import { findHtmlReferences } from './html-references.ts';
import { unresolvedReference } from './unresolved-reference.ts';

/** A file that a bundler is about to write. */
export interface WrittenFile {
  readonly fileName: string;
  read(): string | Uint8Array;
}

/**
 * Style sheets and pages may reach the output folder without a hook of ours having met them: a
 * reference in one would be a broken URL in a browser.
 *
 * @throws Error `ASSETGEN_UNRESOLVED_REFERENCE` for the first one
 */
export function refuseLeftovers(files: Iterable<WrittenFile>, prefix: string): void {
  for (const { fileName, read } of files) {
    const find = FINDERS.find(({ extension }) => fileName.endsWith(extension))?.find;
    if (find === undefined) continue;
    const content = read();
    const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
    for (const { id } of find(text, prefix)) {
      throw unresolvedReference(id, fileName);
    }
  }
}

const FINDERS = [
  { extension: '.css', find: findCssReferences },
  { extension: '.html', find: findHtmlReferences },
] as const;
