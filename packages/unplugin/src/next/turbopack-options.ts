import { CODE_TARGETS } from '@assetgen/core/warm';
import { codeImport } from './code-import.ts';
import { escapePattern } from '../shared/references/import-id.ts';

/** What is used of Next's config; a version has more. */
export interface NextOptions {
  readonly turbopack?: TurbopackOptions;
  readonly webpack?: unknown;
}

interface TurbopackOptions {
  readonly resolveAlias?: Readonly<Record<string, unknown>>;
  readonly rules?: Readonly<Record<string, unknown>>;
  readonly conditions?: Readonly<Record<string, unknown>>;
}

export interface TurbopackInput {
  readonly prefix: string;
  /** Folder of the modules, from that of the config, with slashes: `./.assetgen/modules`. */
  readonly modules: string;
  /** Absolute path of the loader, and of the folder of the modules. */
  readonly loader: string;
  readonly folder: string;
  /** Of Next: rules have another form from 16 on. */
  readonly major: number;
}

const STYLE_SHEETS = '*.css';
const SCRIPTS = '*.{js,jsx,mjs,ts,tsx,mts}';

/**
 * Leads imports to modules that are files, and has texts read in which a name stands for a file itself, style
 * sheets and `new URL`, or has a query. What the user's config says of the same goes first.
 */
export function turbopackOptions(
  { turbopack = {} }: NextOptions,
  { prefix, modules, loader, folder, major }: TurbopackInput,
): TurbopackOptions {
  const aliases = Object.keys(CODE_TARGETS).map((target) => {
    return [`${prefix}/*?${target}`, `${modules}/*~${target}.js`] as const;
  });
  const name = escapePattern(prefix);
  const loaders = [{ loader, options: { prefix, folder } }];
  const conditions = {
    [STYLE_SHEETS]: new RegExp(`${name}/`),
    [SCRIPTS]: new RegExp(`new\\s+URL\\s*\\(\\s*['"\`]${name}/|${codeImport(prefix)}`),
  };
  const resolveAlias = {
    ...Object.fromEntries(aliases),
    [`${prefix}/*`]: `${modules}/*.js`,
    ...turbopack.resolveAlias,
  };
  const rules: Record<string, unknown> = { ...turbopack.rules };
  if (major >= 16) {
    for (const [glob, content] of Object.entries(conditions)) {
      const others = rules[glob];
      const rule = { condition: { content }, loaders };
      rules[glob] =
        others === undefined ? rule : [...(Array.isArray(others) ? others : [others]), rule];
    }
    return { ...turbopack, resolveAlias, rules };
  }
  const named = Object.entries(conditions).map(([path, content], index) => {
    return { key: `#assetgen-${index}`, path, content };
  });
  for (const { key } of named) rules[key] = { loaders };
  return {
    ...turbopack,
    resolveAlias,
    rules,
    conditions: {
      ...turbopack.conditions,
      ...Object.fromEntries(named.map(({ key, path, content }) => [key, { path, content }])),
    },
  };
}
