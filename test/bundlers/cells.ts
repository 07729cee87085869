import type { Column, Form } from './table.ts';

/** `stub`: every file is large. `native`: none is. `default`: the limit that users have. */
export type Size = 'stub' | 'native' | 'default';

/** One build of the contract, and how it is looked at. */
export interface Cell {
  readonly bundler: string;
  readonly column: Column;
  readonly mode: string;
  readonly size: Size;
  /** Path of the page on its server. */
  readonly at: string;
  /** Where URLs in code must lie. */
  readonly host: 'site' | 'cdn';
  readonly seen: 'page' | 'node' | 'memory' | 'files' | 'error';
  /** What stands in the error that ends the build. */
  readonly error: string;
  /** Forms of the table that make no sense in this mode. */
  readonly without: readonly Form[];
}

interface Mode extends Partial<Pick<Cell, 'at' | 'host' | 'seen' | 'without' | 'error'>> {
  readonly mode: string;
  /** @default both */
  readonly sizes?: readonly Size[];
}

const BOTH: readonly Size[] = ['stub', 'native'];

const FOLDER: Mode = { mode: 'folder', at: '/foo/' };
// A browser starts no worker from another origin.
const CDN: Mode = { mode: 'cdn', host: 'cdn', without: ['worker'] };
const PLAIN: Mode = { mode: 'names without a hash' };
const AGAIN: Mode = { mode: 'over an older build' };
const ENTRIES: Mode = { mode: 'two entries', sizes: ['stub'] };

const VITE: readonly Mode[] = [
  { mode: 'root', sizes: ['stub', 'native', 'default'] },
  { mode: 'SSR', seen: 'node', sizes: BOTH },
  FOLDER,
  { mode: 'relative', at: '/deep/er/' },
  CDN,
  { ...CDN, mode: 'renderBuiltUrl: string', sizes: ['stub'] },
  { ...CDN, mode: 'renderBuiltUrl: runtime', sizes: ['stub'] },
  PLAIN,
  { mode: 'names of only a hash', sizes: ['stub'] },
  { mode: 'one style sheet, manifests, source maps' },
  { ...AGAIN, sizes: ['stub'] },
  ENTRIES,
  { mode: 'SSR with emitAssets', seen: 'node', sizes: ['stub'] },
  { mode: 'two environments', seen: 'node' },
  { mode: 'library', seen: 'node', sizes: ['stub'] },
  { mode: 'inline and raw', seen: 'files', sizes: ['stub'] },
  { mode: 'write: false', seen: 'memory', sizes: ['stub'] },
];

const WEBPACK_FAMILY: readonly Mode[] = [
  { mode: 'root', sizes: ['stub', 'native', 'default'] },
  FOLDER,
  CDN,
  PLAIN,
  { mode: "names with the file's folder" },
  ENTRIES,
  { mode: "rules of the user's" },
  { mode: 'clean', sizes: ['stub'] },
  AGAIN,
  { mode: 'Node', seen: 'node' },
  { mode: 'several compilers', seen: 'node' },
  { mode: 'memory', seen: 'memory', sizes: ['stub'] },
  { mode: 'persistent cache', seen: 'files' },
];

const ROLLUP_FAMILY: readonly Mode[] = [
  { mode: 'root', sizes: ['stub', 'native', 'default'] },
  PLAIN,
  AGAIN,
  ENTRIES,
  { mode: 'generate', seen: 'memory', sizes: ['stub'] },
];

const STYLE_SHEET = { mode: 'style sheet', seen: 'error', sizes: ['stub'] } as const;

const COMPRESSED: Mode = { mode: 'compressed', seen: 'files', sizes: ['stub'] };

export const CELLS: readonly Cell[] = [
  ...cells('Vite 8', 'Vite 6, 7, 8', VITE),
  ...cells('Vite 7', 'Vite 6, 7, 8', VITE),
  ...cells('Vite 6', 'Vite 6, 7, 8', VITE),
  ...cells('webpack', 'webpack 5', [...WEBPACK_FAMILY, COMPRESSED]),
  ...cells('Rspack', 'Rspack 2', [
    ...WEBPACK_FAMILY,
    { ...COMPRESSED, seen: 'error', error: 'ASSETGEN_STUB_LEFT' },
  ]),
  ...cells('Rollup', 'Rollup 4', [
    ...ROLLUP_FAMILY,
    {
      ...STYLE_SHEET,
      error: 'Note that you need plugins to import files that are not JavaScript',
    },
  ]),
  ...cells('Rolldown', 'Rolldown 1', [
    ...ROLLUP_FAMILY,
    { ...STYLE_SHEET, error: 'Bundling CSS is no longer supported' },
  ]),
  ...cells('esbuild', 'esbuild', [
    { mode: 'root', sizes: ['stub', 'native', 'default'] },
    FOLDER,
    CDN,
    PLAIN,
    AGAIN,
    ENTRIES,
    { mode: 'write: false', seen: 'memory', sizes: ['stub'] },
  ]),
];

function cells(bundler: string, column: Column, modes: readonly Mode[]): readonly Cell[] {
  return modes.flatMap(({ sizes = BOTH, ...mode }) =>
    sizes.map((size) => ({
      bundler,
      column,
      size,
      at: '/',
      host: 'site' as const,
      seen: 'page' as const,
      without: [],
      error: '',
      ...mode,
    })),
  );
}
