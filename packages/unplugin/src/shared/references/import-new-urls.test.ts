import { describe, expect, it } from 'vitest';
import { importNewUrls } from './import-new-urls.ts';

const transform = async (code: string): Promise<string | undefined> =>
  (await importNewUrls(code, '@gen'))?.code;

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

  it('finds it in the tree of what is no JavaScript, and leaves what its bundler can not read', async () => {
    const code = `const a = <p>don't {new URL('@gen/a.glb', import.meta.url).href}</p>;`;
    const start = code.indexOf("'@gen");
    const url = { type: 'Literal', value: '@gen/a.glb', start, end: start + "'@gen/a.glb'".length };
    const meta = {
      type: 'MemberExpression',
      object: { type: 'MetaProperty' },
      property: { name: 'url' },
    };
    const tree = (given: readonly object[]) => () => ({
      body: [{ type: 'NewExpression', callee: { name: 'URL' }, arguments: given }],
    });
    const changed = await importNewUrls(code, '@gen', { tree: tree([url, meta]) });
    expect(changed?.code).toContain("don't {new URL(__assetgen_url_0__, import.meta.url).href}");
    expect(await importNewUrls(code, '@gen', { tree: tree([url]) })).toBeNull();
    const broken = () => {
      throw new Error('Unexpected token');
    };
    expect(await importNewUrls(code, '@gen', { tree: broken })).toBeNull();
  });
});
