import { parse } from 'jsonc-parser';
import { git } from './git.ts';

/** Where manifests stand by themselves. */
const USUAL = ['assets.gen.json', 'assets.gen.jsonc'];

/**
 * The words of assets as a commit had them, by name. Of manifests that are modules nothing is known.
 * @param manifests paths of today's, from the root
 */
export async function promptsAt(
  root: string,
  commit: string,
  manifests: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const files = [...new Set([...USUAL, ...manifests])].filter((file) => /\.jsonc?$/.test(file));
  const found = await Promise.all(
    // A manifest that is new has no words of then.
    files.map((file) => git(root, ['show', `${commit}:./${file}`]).catch(() => '{}')),
  );
  return new Map(found.flatMap(promptsIn));
}

/** Of the text of a manifest, whatever is in it. */
export function promptsIn(text: string): (readonly [name: string, prompt: string])[] {
  const document: unknown = parse(text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true });
  const { assets } = Object(document) as { readonly assets?: unknown };
  return Object.entries(Object(assets) as object).flatMap(([name, entry]) => {
    const { prompt, style } = Object(entry) as Readonly<Record<string, unknown>>;
    const words = prompt ?? style;
    return typeof words === 'string' ? [[name, words] as const] : [];
  });
}
