import type { StoredBlob } from '../../ports.ts';
import { hexOf } from '../cas/digest.ts';

/**
 * Entries below `/ac` as the message `ActionResult` of Bazel's Remote Execution API, version 2:
 * servers of that protocol check it, and keep the blobs that it names as long as the entry. Ours
 * names them as output files (field 2, each with its digest), and has our text as `stdout_raw`
 * (field 5). Source: build/bazel/remote/execution/v2/remote_execution.proto.
 */
export function encodeActionResult(text: string, blobs: readonly StoredBlob[]): Buffer {
  const files = blobs.map((blob) => {
    const hash = Buffer.from(hexOf(blob.digest));
    const digest = Buffer.concat([field(1, hash), tag(2, VARINT), varint(blob.bytes)]);
    return field(2, Buffer.concat([field(1, hash), field(2, digest)]));
  });
  return Buffer.concat([...files, field(5, Buffer.from(text))]);
}

/** The text of an entry; null where the bytes are no such message, or one without a text. */
export function decodeActionResult(message: Buffer): string | null {
  let text: string | null = null;
  for (let at = 0; at < message.length;) {
    const key = readVarint(message, at);
    if (key === null) return null;
    const number = Math.floor(key.value / 8);
    const value = readVarint(message, key.next);
    switch (key.value % 8) {
      case VARINT:
        if (value === null) return null;
        at = value.next;
        break;
      case FIXED64:
        at = key.next + 8;
        break;
      case FIXED32:
        at = key.next + 4;
        break;
      case LENGTH: {
        if (value === null || value.next + value.value > message.length) return null;
        at = value.next + value.value;
        if (number === 5) text = message.toString('utf8', value.next, at);
        break;
      }
      default:
        return null;
    }
  }
  return text;
}

const VARINT = 0;
const FIXED64 = 1;
const LENGTH = 2;
const FIXED32 = 5;

function field(number: number, content: Uint8Array): Buffer {
  return Buffer.concat([tag(number, LENGTH), varint(content.length), content]);
}

function tag(number: number, type: number): Buffer {
  return varint(number * 8 + type);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

function readVarint(message: Buffer, from: number): { value: number; next: number } | null {
  let value = 0;
  for (let at = from, unit = 1; at < message.length && at < from + 8; at++, unit *= 128) {
    const byte = message[at] ?? 0;
    value += (byte % 128) * unit;
    if (byte < 128) return { value, next: at + 1 };
  }
  return null;
}
