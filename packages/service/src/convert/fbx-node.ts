/** A value of an FBX property, with the letter of its type in the binary form. */
export type FbxValue =
  | { readonly is: 'I'; readonly value: number }
  | { readonly is: 'L'; readonly value: number }
  | { readonly is: 'D'; readonly value: number }
  | { readonly is: 'C'; readonly value: boolean }
  | { readonly is: 'S'; readonly value: string }
  | { readonly is: 'R'; readonly value: Uint8Array }
  | { readonly is: 'd'; readonly value: Float64Array }
  | { readonly is: 'i'; readonly value: Int32Array };

/** A record: a name, values, and records inside it. */
export interface FbxNode {
  readonly name: string;
  readonly values: readonly FbxValue[];
  readonly nodes: readonly FbxNode[];
}

/** A record; plain numbers become 32-bit integers and plain strings strings. */
export function node(
  name: string,
  values: readonly (FbxValue | number | string)[] = [],
  nodes: readonly FbxNode[] = [],
): FbxNode {
  return {
    name,
    nodes,
    values: values.map((value) =>
      typeof value === 'number'
        ? { is: 'I', value }
        : typeof value === 'string'
          ? { is: 'S', value }
          : value,
    ),
  };
}

const VERSION = 7400;
const HEADER = 27;
const TIME_KEY = [
  0xfa, 0xbc, 0xab, 0x09, 0xd0, 0xc8, 0xd4, 0x66, 0xb1, 0x76, 0xfb, 0x83, 0x1c, 0xf7, 0x26, 0x7e,
];
const END_MARK = [
  0xf8, 0x5a, 0x8c, 0x6a, 0xde, 0xf5, 0xd9, 0x7e, 0xec, 0xe9, 0x0c, 0xe3, 0x75, 0x8f, 0x29, 0x0b,
];

/**
 * The binary form, version 7.4, with 32-bit offsets: records begin with where they end, so sizes
 * are counted first and everything is then written once.
 */
export function encodeFbx(nodes: readonly FbxNode[]): Uint8Array {
  const body = nodes.reduce((sum, each) => sum + sizeOf(each), HEADER) + 13;
  const padded = body + 20 + (16 - ((body + 20) % 16));
  const bytes = new Uint8Array(padded + 4 + 120 + 16);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('Kaydara FBX Binary  '));
  bytes.set([0, 0x1a, 0], 20);
  view.setUint32(23, VERSION, true);
  let at = HEADER;
  for (const each of nodes) at = writeNode(bytes, view, each, at);
  at += 13;
  bytes.set(TIME_KEY, at);
  view.setUint32(padded, VERSION, true);
  bytes.set(END_MARK, padded + 124);
  return bytes;
}

function sizeOf(record: FbxNode): number {
  const inside = record.nodes.reduce((sum, child) => sum + sizeOf(child), 0);
  return 13 + record.name.length + valuesSize(record.values) + inside + (needsEnd(record) ? 13 : 0);
}

/** Records with records inside end with an empty one; so do records with nothing at all. */
function needsEnd(record: FbxNode): boolean {
  return record.nodes.length > 0 || record.values.length === 0;
}

function valuesSize(values: readonly FbxValue[]): number {
  return values.reduce((sum, value) => sum + 1 + valueSize(value), 0);
}

function valueSize(value: FbxValue): number {
  switch (value.is) {
    case 'C':
      return 1;
    case 'I':
      return 4;
    case 'L':
    case 'D':
      return 8;
    case 'S':
      return 4 + new TextEncoder().encode(value.value).length;
    case 'R':
      return 4 + value.value.length;
    case 'd':
    case 'i':
      return 12 + value.value.byteLength;
    default:
      return value satisfies never;
  }
}

function writeNode(bytes: Uint8Array, view: DataView, record: FbxNode, start: number): number {
  view.setUint32(start, start + sizeOf(record), true);
  view.setUint32(start + 4, record.values.length, true);
  view.setUint32(start + 8, valuesSize(record.values), true);
  bytes[start + 12] = record.name.length;
  bytes.set(new TextEncoder().encode(record.name), start + 13);
  let at = start + 13 + record.name.length;
  for (const value of record.values) at = writeValue(bytes, view, value, at);
  for (const child of record.nodes) at = writeNode(bytes, view, child, at);
  return needsEnd(record) ? at + 13 : at;
}

function writeValue(bytes: Uint8Array, view: DataView, value: FbxValue, start: number): number {
  bytes[start] = value.is.charCodeAt(0);
  const at = start + 1;
  switch (value.is) {
    case 'C':
      bytes[at] = value.value ? 1 : 0;
      break;
    case 'I':
      view.setInt32(at, value.value, true);
      break;
    case 'L':
      view.setBigInt64(at, BigInt(value.value), true);
      break;
    case 'D':
      view.setFloat64(at, value.value, true);
      break;
    case 'S': {
      const text = new TextEncoder().encode(value.value);
      view.setUint32(at, text.length, true);
      bytes.set(text, at + 4);
      break;
    }
    case 'R':
      view.setUint32(at, value.value.length, true);
      bytes.set(value.value, at + 4);
      break;
    case 'd':
    case 'i':
      view.setUint32(at, value.value.length, true);
      view.setUint32(at + 8, value.value.byteLength, true);
      bytes.set(
        new Uint8Array(value.value.buffer, value.value.byteOffset, value.value.byteLength),
        at + 12,
      );
      break;
    default:
      return value satisfies never;
  }
  return at + valueSize(value);
}
