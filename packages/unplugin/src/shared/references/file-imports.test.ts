import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { declareUrls, findFileImports, importGathered } from './file-imports.ts';

const anyFile = (_id: string): boolean => true;

async function gather(code: string, isFile = anyFile): Promise<string | null> {
  const imports = await findFileImports(code, '@gen', isFile);
  return imports === null ? null : importGathered(code, imports, imports.ids.join('|'));
}

const many = (count: number, from = 0): string =>
  Array.from({ length: count }, (_each, at) => `import f${from + at} from '@gen/f.glb';\n`).join(
    '',
  );

const MANY = many(16);

describe('importGathered', () => {
  it('makes one import of many, each file once', async () => {
    const code = `import three from 'three';\n${MANY}import sky from "@gen/sky.webp";\nuse(f0, sky);\n`;
    const gathered = (await gather(code))!;
    const [statement] = gathered.match(/import \{[^}]*\} from "@gen\/f\.glb\|@gen\/sky\.webp";/)!;
    expect(statement).toContain('{ u0 as f0, u0 as f1,');
    expect(statement).toContain('u0 as f15, u1 as sky }');
    expect(gathered.match(/@gen/g)).toHaveLength(2);
    expect(gathered).toContain(`import three from 'three';`);
  });

  it('leaves few imports alone', async () => {
    expect(await gather(many(15))).toBeNull();
    expect(await gather(`${many(15)}const text = '@gen/f.glb';\n`)).toBeNull();
  });

  it.each([
    `import * as all from '@gen/a.glb';`,
    `import { default as one } from '@gen/a.glb';`,
    `import a, { b } from '@gen/a.glb';`,
    `import '@gen/a.glb';`,
    `import source from '@gen/a.glb' with { type: 'text' };`,
    `import defer * as late from '@gen/a.glb';`,
    `import a /* why */ from '@gen/a.glb';`,
    `export { default as b } from '@gen/a.glb';`,
    `const lazy = import('@gen/a.glb');`,
    `const text = "import a from '@gen/a.glb';";`,
    "const text = `\nimport a from '@gen/a.glb';\n`;",
    `// import a from '@gen/a.glb';`,
    `/*\nimport a from '@gen/a.glb';\n*/`,
    `import a from '@generated/a.glb';`,
  ])('leaves %j as it is', async (other) => {
    const gathered = (await gather(`${MANY}${other}\n`))!;
    expect(gathered).toContain(other);
    expect(gathered).toContain(`u0 as f15 } from "@gen/f.glb";`);
  });

  it('leaves what is no file, and what has a query that is none', async () => {
    const code = `${MANY}import crate from '@gen/crate';\nimport raw from '@gen/f.glb?raw';\n`;
    const gathered = (await gather(code, (id) => id === '@gen/f.glb'))!;
    expect(gathered).toContain(`import crate from '@gen/crate';`);
    expect(gathered).toContain(`import raw from '@gen/f.glb?raw';`);
  });

  it('leaves what it cannot read', async () => {
    expect(await gather(`${MANY}const = ;\nfunction {`)).toBeNull();
  });

  it('ends the statement before an import that has no semicolon', async () => {
    const gathered = (await gather(`${MANY}const z = 1\nimport a from '@gen/a.glb'\n(0, use)(z)`))!;
    expect(gathered).toMatch(/const z = 1\n\s*;\s*\n\(0, use\)/);
  });

  it('knows every name that an import may have', async () => {
    const names = ['$', '_a', 'ölfass', '变量', 'type', 'from', 'as'];
    const code = names.map((name) => `import ${name} from '@gen/a.glb';\n`).join('');
    const gathered = (await gather(MANY + code))!;
    for (const name of names) expect(gathered).toContain(`u1 as ${name}`);
  });

  it('moves nothing that was there', async () => {
    const piece = fc.constantFrom(
      `import a from '@gen/a.glb';`,
      `import b\n  from "@gen/b.webp"`,
      `const text = 'import c from "@gen/c.glb"';`,
      '/* import d from "@gen/d.glb" */',
      'call(1, { two: [3] });',
      '\r\n',
      '\n',
      ' ',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece), fc.array(piece), async (before, after) => {
        const code = `${before.join('\n')}\n${MANY}${after.join('\n')}\n`;
        const gathered = (await gather(code))!;
        for (let at = 0; at < code.length; at++) {
          // Only the imports themselves are blank now.
          if (gathered[at] !== code[at]) expect(gathered[at]).toMatch(/[; ]/);
        }
        const kept = /const text.*|\/\*.*|call\(.*/g;
        for (const { 0: text, index } of code.matchAll(kept)) {
          expect(gathered.slice(index, index + text.length)).toBe(text);
        }
      }),
    );
  });
});

describe('declareUrls', () => {
  const declare = async (code: string): Promise<string | null> => {
    const imports = await findFileImports(code, '@gen', anyFile);
    if (imports === null || !imports.alone) return null;
    const urls = imports.ids.map((id) => JSON.stringify(`/url/${id}`));
    return declareUrls(code, imports, urls);
  };

  it('makes constants of the imports, which run', async () => {
    const text = JSON.stringify("import a from '@gen/a.glb'");
    const code = `// @license\n${MANY}import sky from "@gen/sky.webp" // the sky\n(f0, all)(f0, sky, ${text});`;
    const all: unknown[] = [];
    runInNewContext((await declare(code))!, { all: (...urls: unknown[]) => all.push(...urls) });
    expect(all).toEqual(['/url/@gen/f.glb', '/url/@gen/sky.webp', "import a from '@gen/a.glb'"]);
  });

  it.each([
    ['has other imports', `import './other.js';\n${MANY}`],
    ['has other imports below', `${MANY}use(f0);\nimport three from 'three';`],
    ['exports what another has', `${MANY}export * from './other.js';`],
    ['has an import of ours that is no default', `${MANY}import * as a from '@gen/a.glb';`],
    ['reads them before they stand there', `use(f0);\n${MANY}`],
    ['begins with a directive', `'use client';\n${MANY}`],
    ['begins like a script', `#!/usr/bin/env node\n${MANY}`],
    ['has code between', `${many(8)}use(f0);\n${many(8, 8)}`],
    ['has code in the line of the last', `${MANY.trimEnd()} use(f0);`],
    ['has a comment there that goes on', `${MANY.trimEnd()} /* a\n*/ use(f0);`],
  ])('is not for a source that %s', async (_what, code) => {
    expect(await declare(code)).toBeNull();
    expect(await gather(code)).not.toBeNull();
  });

  it.each([
    ['code and imports that wait', `${MANY}export const late = () => import('./late.js');\n`],
    ['import.meta', `${MANY}export default [f0, import.meta.env];\n`],
    ['comments', `/* all\n * of it */ ${MANY} // that is it\nuse(f0);\n`],
    [
      'two in a line, and one in two',
      `${MANY.replace('\n', ' ')}import a\r\n from '@gen/a.glb'\nuse(a);\n`,
    ],
  ])('moves no line and nothing behind: %s', async (_what, code) => {
    const declared = (await declare(code))!;
    const rest = code.slice(code.lastIndexOf('.glb') + 6).replace(/^;/, '');
    expect(declared.endsWith(rest)).toBe(true);
    expect(declared.split('\n')).toHaveLength(code.split('\n').length);
  });
});
