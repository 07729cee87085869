import { createRequire } from 'node:module';
import type sharp from 'sharp';

/**
 * The one sharp of all packages: only this one depends on it. Else a package manager that has another version of it
 * for a framework, as in a Next app, nests a copy of 16 MB beside each package that names its own range.
 *
 * Required, not imported: of CommonJS modules that its ES modules import, Node reads the names of exports, by a parser
 * that V8 then compiles with all its might. That takes 60 ms of a core, as long as all else.
 */
const required = createRequire(import.meta.url)('sharp') as typeof sharp;

export default required;
export type { Metadata, OverlayOptions, Sharp } from 'sharp';
