import type { Edit } from 'jsonc-parser';
import { applyEdits, findNodeAtLocation, modify, parseTree } from 'jsonc-parser';

/**
 * Sets fields of one asset in the text of a manifest. Everything else stays byte for byte:
 * comments, order, indentation, line ends; an asset that is written on one line stays on one.
 */
export function editAsset(
  text: string,
  name: string,
  fields: Readonly<Record<string, unknown>>,
): string {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  let edited = text.slice(mark.length);
  for (const [key, value] of Object.entries(fields)) {
    edited = applyEdits(edited, setField(edited, ['assets', name, key], value));
  }
  return mark + edited;
}

function setField(text: string, path: string[], value: unknown): Edit[] {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const asset = tree === undefined ? undefined : findNodeAtLocation(tree, path.slice(0, -1));
  if (asset === undefined) throw new TypeError(`no asset ${path[1]} in the text`);
  const oneLine = !text.slice(asset.offset, asset.offset + asset.length).includes('\n');
  if (!oneLine) return modify(text, path, value, { formattingOptions: formattingOf(text) });
  return modify(text, path, value, {}).map((edit) => ({
    ...edit,
    content: edit.content.replace(/^,(?=")/, ', '),
  }));
}

/** The indentation and line ends that the text uses already. */
function formattingOf(text: string) {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
