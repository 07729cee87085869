import type { TransformedCode } from './replace-text.ts';

/**
 * Turns `new URL('@gen/x.glb', import.meta.url)` into the same expression over an import of that
 * file, so that the bundler gives the URL that the import has: in the browser, in workers, in SSR.
 * null when there is nothing to do. A URL that is not a plain string is left alone.
 *
 * @param check throws for a name that is none of a file
 * @param query what the import has after the name
 */
export async function importNewUrls(
  code: string,
  prefix: string,
  check: (id: string) => Promise<void>,
  query = '',
): Promise<TransformedCode | null> {
  if (!code.includes(prefix) || !code.includes('import.meta')) return null;
  // Loaded where there is something to replace: most builds have no such URL.
  const [{ init, parse }, { default: MagicString }] = await Promise.all([
    import('es-module-lexer'),
    import('magic-string'),
  ]);
  await init;
  const pattern = /\bnew\s+URL\s*\(\s*(['"`])((?:(?!\1)[^\\$])*)\1\s*,\s*$/d;
  const imports = new Map<string, string>();
  const edited = new MagicString(code);
  for (const { d: dynamic, s: start, e: end } of parse(code)[0]) {
    if (dynamic !== IMPORT_META || !/^\s*\.\s*url\s*,?\s*\)/.test(code.slice(end))) continue;
    const match = pattern.exec(code.slice(0, start));
    const id = match?.[2];
    const range = match?.indices?.[2];
    if (id === undefined || range === undefined || !id.startsWith(`${prefix}/`)) continue;
    const variable = imports.get(id) ?? `__assetgen_url_${imports.size}__`;
    imports.set(id, variable);
    edited.update(range[0] - 1, range[1] + 1, variable);
  }
  if (imports.size === 0) return null;
  for (const id of imports.keys()) await check(id);
  // On the first line, so that no line moves.
  for (const [id, variable] of imports) {
    edited.prepend(`import ${variable} from ${JSON.stringify(id + query)};`);
  }
  return { code: edited.toString(), map: edited.generateMap({ hires: 'boundary' }) };
}

/** How es-module-lexer marks `import.meta` in its list of imports. */
const IMPORT_META = -2;
