import { findNodeAtLocation, getNodeValue, parseTree } from 'jsonc-parser';

/** An asset's entry as it stands in the text of a manifest, comments too; null where it is not there. */
export function declaredText(text: string, name: string): string | null {
  const tree = parseTree(text.replace(/^\uFEFF/, ' '), [], { allowTrailingComma: true });
  const node = tree === undefined ? undefined : findNodeAtLocation(tree, ['assets', name]);
  const property = node?.parent;
  if (node === undefined || property === undefined) return null;
  const lineStart = text.lastIndexOf('\n', property.offset) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart, property.offset))?.[0] ?? '';
  const entry = text.slice(property.offset, node.offset + node.length);
  return entry.replaceAll(`\n${indent}`, '\n').replaceAll('\r', '');
}

/** An asset's entry as a value; null where it is not there. */
export function declaredEntry(text: string, name: string): object | null {
  const tree = parseTree(text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true });
  const node = tree === undefined ? undefined : findNodeAtLocation(tree, ['assets', name]);
  const value: unknown = node === undefined ? null : getNodeValue(node);
  return typeof value === 'object' ? value : null;
}
