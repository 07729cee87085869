import { mkdtemp, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import type ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { typeErrors } from '../testing/type-errors.ts';
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

/**
 * What the compiler says of a module beside the declarations: `line: TSnnnn`.
 * @param others further declaration files, which TypeScript reads before ours
 * @param options beyond the usual ones
 */
async function check(
  code: string,
  others: readonly string[] = [],
  options: ts.CompilerOptions = {},
): Promise<string[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'types-'));
  const types = path.join(folder, 'assets.gen.d.ts');
  const main = path.join(folder, 'main.ts');
  await writeFile(types, declarationCode(MANIFEST, '@gen'));
  await writeFile(main, code);
  return typeErrors([...others, types, main], { exactOptionalPropertyTypes: true, ...options });
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
      '1: TS1192',
      '2: TS1192',
      '3: TS1192',
      '4: TS1192',
      '8: TS2339',
      '9: TS2493',
      '10: TS2339',
      '11: TS2339',
      '12: TS2540',
    ]);
  });

  it('take queries of a bundler', async () => {
    const code = `
      import bytes from '@gen/hero.webp?inline';
      import raw from '@gen/props/dragon.glb?raw';
      const texts: string[] = [bytes, raw];
      export { texts };
    `;
    expect(await check(code)).toEqual([]);
  });

  it('of no asset refuse every name', () => {
    expect(declarationCode({ assets: [] }, '~art')).toMatchInlineSnapshot(`
      "// Made by assetgen from the manifest and the lock; it changes only when they do. Commit it.
      declare module "~art/*?url" {
        const text: string;
        export default text;
      }
      declare module "~art/*?inline" {
        const text: string;
        export default text;
      }
      declare module "~art/*?no-inline" {
        const text: string;
        export default text;
      }
      declare module "~art/*?raw" {
        const text: string;
        export default text;
      }
      declare module "~art/*" {
        /** No asset and no output has this name. */
        export const __esModule: true;
      }
      "
    `);
  });
});

/** What the types of frameworks say of any picture and model, where their packages are not at hand. */
const WILDCARDS: Readonly<Record<string, string>> = {
  // @rsbuild/core/types, and Rspack's example.
  rsbuild: `
    declare module '*.webp' { const url: string; export default url; }
    declare module '*.png' { const url: string; export default url; }
    declare module '*.mp4' { const url: string; export default url; }
    declare module '*?url' { const url: string; export default url; }`,
  // next/image-types/global
  next: `
    interface StaticImageData { src: string; height: number; width: number }
    declare module '*.webp' { const content: StaticImageData; export default content; }
    declare module '*.png' { const content: StaticImageData; export default content; }`,
  // astro/client, which refers to vite/client too, as SvelteKit, Nuxt and React Router do.
  astro: `
    interface ImageMetadata { src: string; width: number; height: number; format: string }
    declare module '*.webp' { const metadata: ImageMetadata; export default metadata; }
    declare module '*.png' { const metadata: ImageMetadata; export default metadata; }`,
  "a project's own": `
    declare module '*.glb' { const url: string; export default url; }
    declare module '*.png' { const url: string; export default url; }`,
  'any module': `declare module '*';`,
};

describe('beside wildcards that others declare', () => {
  const MISTAKES = [
    `import a from '@gen/props/dargon.glb';`,
    `import b from '@gen/hero.png';`,
    `import c from '@gen/Hero';`,
    `void import('@gen/herro.webp').then((module) => module.default);`,
    `export { a, b, c };`,
  ].join('\n');
  const FINE = `
    import url from '@gen/hero.webp';
    import model from '@gen/props/dragon.glb';
    import hero from '@gen/hero';
    const texts: string[] = [url, model, hero.url];
    export { texts };
  `;
  const expected = ['1: TS1192', '2: TS1192', '3: TS1192', '4: TS2339'];

  async function declared(text: string): Promise<string> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'wildcards-'));
    await writeFile(path.join(folder, 'env.d.ts'), text);
    return path.join(folder, 'env.d.ts');
  }

  it.each(Object.entries(WILDCARDS))(
    '%s: a wrong name is an error, a right one is not',
    async (_, text) => {
      const others = [await declared(text)];
      expect(await check(MISTAKES, others)).toEqual(expected);
      expect(await check(FINE, others)).toEqual([]);
    },
  );

  it('a module without a default export is not given one by esModuleInterop', async () => {
    const options = { esModuleInterop: true, allowSyntheticDefaultImports: true };
    expect(await check(MISTAKES, [], options)).toEqual(expected);
  });

  it('vite/client: a wrong name is an error, a right one is not', async () => {
    const vite = createRequire(import.meta.url).resolve('vite/package.json');
    const client = path.join(path.dirname(vite), 'client.d.ts');
    const others = [await declared(`/// <reference path=${JSON.stringify(client)} />`)];
    const options = { lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'] };
    expect(await check(MISTAKES, others, options)).toEqual(expected);
    expect(await check(FINE, others, options)).toEqual([]);
  });
});
