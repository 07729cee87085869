/** What a stub says about the file that it stands for. */
export interface StubFacts {
  /** 64 hex digits. */
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * Some 130 bytes that stand for a large file while a bundler works, in the form of a git-lfs
 * pointer (version 1 of its specification): Vite never inlines such content, and whoever meets one
 * by mistake can tell what it is. The digest is in it, so the name that a bundler hashes from it
 * changes with the file.
 */
export function stubOf({ sha256, bytes }: StubFacts): string {
  return `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256}\nsize ${bytes}\n`;
}

/** No stub is longer. Unit: bytes. */
export const STUB_MOST_BYTES = 160;

/** null for what is not exactly a stub. */
export function readStub(content: string | Uint8Array): StubFacts | null {
  if (content.length > STUB_MOST_BYTES) return null;
  const text = typeof content === 'string' ? content : Buffer.from(content).toString('latin1');
  const match = PATTERN.exec(text);
  if (match?.[1] === undefined) return null;
  return { sha256: match[1], bytes: Number(match[2]) };
}

const PATTERN =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\noid sha256:([0-9a-f]{64})\nsize (\d+)\n$/;
