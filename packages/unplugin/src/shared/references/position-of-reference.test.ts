import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { positionOfReference } from './position-of-reference.ts';

describe('positionOfReference', () => {
  let file: string;

  beforeAll(async () => {
    file = join(await mkdtemp(join(tmpdir(), 'reference-')), 'main.ts');
    await writeFile(
      file,
      "import b from '@gen/crate.glb';\nimport a from '@gen/crate';\nimport c from '@gen/crates';\n",
    );
  });

  it('finds the name, and not a longer one that begins with it', async () => {
    expect(await positionOfReference(file, '@gen/crate')).toEqual({ file, line: 2, column: 16 });
    expect(await positionOfReference(file, '@gen/crates')).toEqual({ file, line: 3, column: 16 });
  });

  it("leaves a bundler's query away", async () => {
    const position = await positionOfReference(`${file}?vue&type=script`, '@gen/crate.glb');
    expect(position).toEqual({ file, line: 1, column: 16 });
  });

  it.each([
    ['a name that does not stand there', 'main.ts', '@gen/crat'],
    ['a virtual module', '\0virtual:main.ts', '@gen/crate'],
  ])('knows nothing of %s', async (_what, name, written) => {
    expect(await positionOfReference(join(file, '..', name), written)).toBe(null);
  });
});
