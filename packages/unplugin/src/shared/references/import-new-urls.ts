import type { TransformedCode } from './replace-text.ts';

/** How `new URL` is found, and what becomes of it. */
export interface NewUrlOptions {
  /** Throws for a name that is none of a file. @default takes all */
  check?(id: string): Promise<void>;
  /** What the import has after the name. @default nothing */
  readonly query?: string;
  /**
   * The ESTree of the code, where that is TypeScript or JSX: what it throws is a mistake that its bundler tells.
   * @default the code is JavaScript
   */
  tree?(): unknown;
}

/**
 * Turns `new URL('@gen/x.glb', import.meta.url)` into the same expression over an import of that
 * file, so that the bundler gives the URL that the import has: in the browser, in workers, in SSR.
 * null when there is nothing to do. A URL that is not a plain string is left alone.
 */
export async function importNewUrls(
  code: string,
  prefix: string,
  { check, query = '', tree }: NewUrlOptions = {},
): Promise<TransformedCode | null> {
  if (!code.includes(prefix) || !code.includes('import.meta')) return null;
  const found = tree === undefined ? await urlsOfScript(code) : urlsOfTree(tree);
  const own = found.filter(({ id }) => id.startsWith(`${prefix}/`));
  if (own.length === 0) return null;
  // Loaded where there is something to replace: most builds have no such URL.
  const { default: MagicString } = await import('magic-string');
  const imports = new Map<string, string>();
  const edited = new MagicString(code);
  for (const { id, start, end } of own) {
    const variable = imports.get(id) ?? `__assetgen_url_${imports.size}__`;
    imports.set(id, variable);
    edited.update(start, end, variable);
  }
  for (const id of imports.keys()) await check?.(id);
  // On the first line, so that no line moves.
  for (const [id, variable] of imports) {
    edited.prepend(`import ${variable} from ${JSON.stringify(id + query)};`);
  }
  return { code: edited.toString(), map: edited.generateMap({ hires: 'boundary' }) };
}

/** The string of a URL, with the offsets of its quotes. */
interface UrlString {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

async function urlsOfScript(code: string): Promise<readonly UrlString[]> {
  const { init, parse } = await import('es-module-lexer');
  await init;
  const pattern = /\bnew\s+URL\s*\(\s*((['"`])((?:(?!\2)[^\\$])*)\2)\s*,\s*$/d;
  return parse(code)[0].flatMap(({ d: dynamic, s: start, e: end }) => {
    if (dynamic !== IMPORT_META || !/^\s*\.\s*url\s*,?\s*\)/.test(code.slice(end))) return [];
    const match = pattern.exec(code.slice(0, start));
    const range = match?.indices?.[1];
    const id = match?.[3];
    return id === undefined || range === undefined ? [] : [{ id, start: range[0], end: range[1] }];
  });
}

/** How es-module-lexer marks `import.meta` in its list of imports. */
const IMPORT_META = -2;

/** What is looked at of a node; all have a type and offsets. */
interface TreeNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly callee?: { readonly name?: unknown };
  readonly arguments?: readonly TreeNode[];
  readonly object?: TreeNode;
  readonly property?: { readonly name?: unknown };
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly cooked?: string | null } }[];
}

function urlsOfTree(tree: () => unknown): readonly UrlString[] {
  const found: UrlString[] = [];
  function visit(node: unknown): void {
    if (typeof node !== 'object' || node === null) return;
    const { type, callee, arguments: given = [] } = node as TreeNode;
    const [first, second] = given;
    if (type === 'NewExpression' && callee?.name === 'URL' && first !== undefined) {
      const id = textOf(first);
      if (id !== null && isMetaUrl(second)) found.push({ id, start: first.start, end: first.end });
    }
    for (const child of Object.values(node)) visit(child);
  }
  try {
    visit(tree());
  } catch {
    return [];
  }
  return found;
}

function textOf({ type, value, quasis = [] }: TreeNode): string | null {
  if (type === 'Literal' && typeof value === 'string') return value;
  return type === 'TemplateLiteral' && quasis.length === 1
    ? (quasis[0]?.value.cooked ?? null)
    : null;
}

function isMetaUrl(node: TreeNode | undefined): boolean {
  return (
    node?.type === 'MemberExpression' &&
    node.object?.type === 'MetaProperty' &&
    node.property?.name === 'url'
  );
}
