import type { Edit, Node } from 'jsonc-parser';
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
  const last = asset.children?.at(-1);
  const stands = findNodeAtLocation(asset, path.slice(-1)) !== undefined;
  const oneLine = !text.slice(asset.offset, asset.offset + asset.length).includes('\n');
  if (!stands && !oneLine && last !== undefined) return addLine(text, last, path.at(-1), value);
  // Formatting would touch what stands beside the new value: there is none.
  return modify(text, path, value, {}).map((edit) => ({
    ...edit,
    content: edit.content.replace(/^,(?=")/, ', '),
  }));
}

/** What may follow a value on its line: a comma, a comment. */
const REST_OF_LINE = /^[ \t]*(,?)[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)?[ \t]*(?=\r?\n)/;

/** A property on a line of its own, below the last one and its comment. */
function addLine(text: string, last: Node, key: string | undefined, value: unknown): Edit[] {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lineStart = text.lastIndexOf('\n', last.offset) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart, last.offset))?.[0] ?? '';
  const added = `${eol}${indent}${JSON.stringify(key)}: ${JSON.stringify(value)}`;
  const end = last.offset + last.length;
  const rest = REST_OF_LINE.exec(text.slice(end));
  if (rest === null) return [{ offset: end, length: 0, content: `,${added}` }];
  const hasComma = rest[1] === ',';
  return [
    ...(hasComma ? [] : [{ offset: end, length: 0, content: ',' }]),
    { offset: end + rest[0].length, length: 0, content: `${added}${hasComma ? ',' : ''}` },
  ];
}
