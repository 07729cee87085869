import { mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { manifestOf } from '../testing/manifests.ts';
import { declarationCode } from './declaration-code.ts';

const MANIFEST = manifestOf({
  'assets.gen.json': JSON.stringify({
    assets: {
      'props/dragon': {
        kind: 'model',
        prompt: 'x',
        outputs: ['glb', { format: 'usdz', size: 120 }],
      },
      scan: { kind: 'model', uuid: 'u', outputs: ['stl'] },
      hero: { kind: 'image', prompt: 'x', outputs: [{ format: 'avif', width: 640 }, 'webp'] },
      trailer: {
        kind: 'video',
        prompt: 'x',
        outputs: ['mp4', 'webm', { format: 'webp', poster: 2 }],
      },
      still: { kind: 'video', prompt: 'x', outputs: [{ format: 'webp', poster: true }] },
      team: { kind: 'chibi', style: 'x', images: ['./ann.png'] },
    },
  }),
});

/** What the compiler says of a module beside the declarations: `line: TSnnnn`. */
async function check(code: string): Promise<string[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'types-'));
  const types = path.join(folder, 'assets.gen.d.ts');
  const main = path.join(folder, 'main.ts');
  await writeFile(types, declarationCode(MANIFEST, '@gen'));
  await writeFile(main, code);
  const program = ts.createProgram([types, main], {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
  });
  return ts.getPreEmitDiagnostics(program).map((each) => {
    const line =
      each.file === undefined
        ? 0
        : ts.getLineAndCharacterOfPosition(each.file, each.start ?? 0).line + 1;
    return `${line}: TS${each.code}`;
  });
}

describe('the declarations', () => {
  it('type every import that exists', async () => {
    const code = `
      import url from '@gen/props/dragon.glb';
      import big from '@gen/props/dragon.120mm.usdz';
      import dragon from '@gen/props/dragon';
      import scan from '@gen/scan';
      import hero from '@gen/hero';
      import trailer from '@gen/trailer';
      import still from '@gen/still';
      import team from '@gen/team';
      import ann from '@gen/team/ann.glb';
      const texts: string[] = [url, big, ann, dragon.url, scan.url, hero.srcset, hero.placeholder,
        trailer.poster, still.poster, team.files[0].url];
      const numbers: number[] = [dragon.triangles, dragon.bounds.max[2], hero.width, hero.height,
        trailer.duration, hero.files[1].bytes];
      const kind: 'model' = dragon.kind;
      const format: 'avif' = hero.files[0].format;
      import webm from '@gen/trailer.webm';
      const sources: readonly { type: string; srcset: string }[] = hero.sources;
      const films: readonly { type: string; src: string; width: number }[] = trailer.sources;
      export { texts, numbers, kind, format, sources, films, webm };
    `;
    expect(await check(code)).toEqual([]);
  });

  it('know no other: a typo, a missing output and a missing fact are errors', async () => {
    const code = [
      `import a from '@gen/props/dargon.glb';`,
      `import b from '@gen/hero.png';`,
      `import c from '@gen/Hero';`,
      `import d from '@gen/';`,
      `import e from '@gen/hero';`,
      `import still from '@gen/still';`,
      `import scan from '@gen/scan';`,
      `e.prompt;`,
      `e.files[2];`,
      `still.duration;`,
      `scan.triangles;`,
      `e.width = 3;`,
      `export { a, b, c, d };`,
    ].join('\n');
    expect(await check(code)).toEqual([
      '1: TS2307',
      '2: TS2307',
      '3: TS2307',
      '4: TS2307',
      '8: TS2339',
      '9: TS2493',
      '10: TS2339',
      '11: TS2339',
      '12: TS2540',
    ]);
  });

  it('of no asset are an empty file', () => {
    expect(declarationCode({ assets: [] }, '@gen')).toMatchInlineSnapshot(`
      "// Made by assetgen from the manifest and the lock; it changes only when they do. Commit it.
      /* eslint-disable */
      "
    `);
  });
});
