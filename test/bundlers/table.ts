/** The bundlers of the contract, as docs/reference/bundlers.md heads its columns. */
export const COLUMNS = [
  'Vite 6, 7, 8',
  'webpack 5',
  'Rspack 2',
  'Rollup 4',
  'Rolldown 1',
  'esbuild',
] as const;

export type Column = (typeof COLUMNS)[number];

/** A form of reference, or a place where one stands. */
export type Form =
  | 'url'
  | 'many'
  | 'object'
  | 'lazy'
  | 'newUrl'
  | 'css'
  | 'nestedCss'
  | 'html'
  | 'glob'
  | 'worker'
  | 'public';

interface Row {
  readonly form: Form;
  readonly label: string;
  /** One a column, in the columns' order. A cell that begins with "yes" is held by the suite. */
  readonly cells: readonly [string, string, string, string, string, string];
}

/** The first table of docs/reference/bundlers.md; a test compares them. */
export const ROWS: readonly Row[] = [
  {
    form: 'url',
    label: "`import url from '@gen/x.glb'`",
    cells: ['yes', 'yes', 'yes', 'yes', 'yes', 'yes'],
  },
  {
    form: 'many',
    label: 'the same for many files in one module',
    cells: ['yes', 'yes', 'yes', 'yes', 'yes', 'yes'],
  },
  {
    form: 'object',
    label: "`import x from '@gen/x'`",
    cells: ['yes', 'yes', 'yes', 'yes', 'yes', 'yes'],
  },
  {
    form: 'lazy',
    label: "`import('@gen/x.glb')`",
    cells: ['yes', 'yes', 'yes', 'yes', 'yes', 'yes'],
  },
  {
    form: 'newUrl',
    label: "`new URL('@gen/x.glb', import.meta.url)`",
    cells: ['yes', 'yes', 'yes', 'yes', 'yes', 'yes'],
  },
  {
    form: 'css',
    label: 'CSS `url(@gen/x.webp)`',
    cells: ['yes', 'yes (1)', 'yes (1)', 'error (2)', 'error (2)', 'yes'],
  },
  {
    form: 'nestedCss',
    label: 'the same behind a CSS `@import`',
    cells: ['yes', 'yes (1)', 'yes (1)', 'error (2)', 'error (2)', 'yes'],
  },
  {
    form: 'html',
    label: 'HTML `src`, `srcset`, `href`, `poster`',
    cells: ['yes', 'yes (3)', 'yes (3)', '–', '–', '–'],
  },
  {
    form: 'glob',
    label: "`import.meta.glob('/.assetgen/files/*')`",
    cells: ['yes', '–', '–', '–', '–', '–'],
  },
  {
    form: 'worker',
    label: 'imports and `new URL` in a worker',
    cells: ['yes', 'yes', 'yes', '(4)', '(4)', '(4)'],
  },
  {
    form: 'public',
    label: '`"public"` outputs',
    cells: ['yes', 'yes', 'yes', 'yes', 'yes', 'yes, with `outdir`'],
  },
];

/** What a bundler's cells of the contract run. */
export function formsOf(column: Column): readonly Form[] {
  const index = COLUMNS.indexOf(column);
  return ROWS.filter(({ cells }) => cells[index]!.startsWith('yes')).map(({ form }) => form);
}
