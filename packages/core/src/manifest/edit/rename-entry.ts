import type { Edit, Node } from 'jsonc-parser';
import { applyEdits, findNodeAtLocation, parseTree } from 'jsonc-parser';

/** Keys of an asset, or of a kind's defaults, that may name other assets. */
const INPUTS = ['image', 'images', 'references'] as const;

/**
 * Gives an asset another name in the text of a manifest, and every input that takes it in too. Everything else
 * stays byte for byte: place, comments, indentation.
 *
 * @param from as it stands; a text that neither has nor takes it in comes back as it is
 */
export function renameEntry(text: string, from: string, to: string): string {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = text.slice(mark.length);
  const tree = parseTree(body, [], { allowTrailingComma: true });
  if (tree === undefined) return text;
  const key = findNodeAtLocation(tree, ['assets', from])?.parent?.children?.[0];
  const named = inputLists(tree).flatMap(assetNamesIn);
  const nodes = [...(key === undefined ? [] : [key]), ...named].filter(
    ({ value }) => value === from,
  );
  const edits = nodes.map(({ offset, length }): Edit => {
    return { offset, length, content: JSON.stringify(to) };
  });
  return mark + applyEdits(body, edits);
}

/** What each asset and each kind's defaults take in. */
function inputLists(tree: Node): readonly Node[] {
  return ['assets', 'defaults'].flatMap((group) =>
    (findNodeAtLocation(tree, [group])?.children ?? []).flatMap((property) => {
      const entry = property.children?.[1];
      if (entry?.type !== 'object') return [];
      return INPUTS.flatMap((name) => findNodeAtLocation(entry, [name]) ?? []);
    }),
  );
}

/** `{ "asset": NAME }`: the node of the name, of one input or of a list of them. */
function assetNamesIn(node: Node): readonly Node[] {
  if (node.type === 'array') return (node.children ?? []).flatMap(assetNamesIn);
  const name = node.type === 'object' ? findNodeAtLocation(node, ['asset']) : undefined;
  return name?.type === 'string' ? [name] : [];
}
