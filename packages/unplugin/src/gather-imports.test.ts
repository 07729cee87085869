import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gatherImports } from './gather-imports.ts';

const gather = (code: string, isFile = (_id: string): boolean => true): Promise<string | null> =>
  gatherImports(code, '@gen', isFile, (ids) => ids.join('|'));

const many = (count: number, from = 0): string =>
  Array.from({ length: count }, (_each, at) => `import f${from + at} from '@gen/f.glb';\n`).join(
    '',
  );

const MANY = many(16);

describe('gatherImports', () => {
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
