import { describe, expect, it } from 'vitest';
import { importNewUrls } from './import-new-urls.ts';

const transform = async (code: string): Promise<string | undefined> =>
  (await importNewUrls(code, '@gen', async () => undefined))?.code;

describe('importNewUrls', () => {
  it('puts an import in the place of the string, once a file, and moves no line', async () => {
    const code = [
      `const a = new URL('@gen/a.glb', import.meta.url);`,
      'const b = new URL(`@gen/b.glb`,',
      '  import.meta.url,',
      `).href; new  URL ( "@gen/a.glb" , import.meta.url )`,
    ].join('\n');
    expect(await transform(code)).toMatchInlineSnapshot(`
      "import __assetgen_url_1__ from "@gen/b.glb";import __assetgen_url_0__ from "@gen/a.glb";const a = new URL(__assetgen_url_0__, import.meta.url);
      const b = new URL(__assetgen_url_1__,
        import.meta.url,
      ).href; new  URL ( __assetgen_url_0__ , import.meta.url )"
    `);
  });

  it.each([
    `// new URL('@gen/a.glb', import.meta.url)`,
    `const s = "new URL('@gen/a.glb', import.meta.url)";`,
    `new URL('@gen/a.glb', location.href); import.meta.url`,
    'new URL(`@gen/${name}.glb`, import.meta.url)',
    `new URL('./@gen/a.glb', import.meta.url)`,
    `new URL('@gen/a.glb', import.meta.urls)`,
    `import a from '@gen/a.glb'; import.meta.env`,
  ])('leaves %s alone', async (code) => {
    expect(await transform(code)).toBeUndefined();
  });
});
