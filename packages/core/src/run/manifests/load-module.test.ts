import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadManifests } from './load-manifests.ts';

async function load(name: string, text: string) {
  const root = await mkdtemp(path.join(tmpdir(), 'module-'));
  await writeFile(path.join(root, name), text);
  return loadManifests(root, [name]);
}

describe('a manifest that is a module', () => {
  it('is what it exports', async () => {
    const text = `
      const names = ['oak', 'elm'];
      const entry = (name) => ['trees/' + name, { kind: 'model', prompt: 'an ' + name }];
      export default { assets: Object.fromEntries(names.map(entry)) };`;
    const { manifest } = await load('assets.gen.mjs', text);
    expect(manifest.assets.map((asset) => asset.name)).toEqual(['trees/elm', 'trees/oak']);
  });

  it('may be TypeScript', async () => {
    const text = `const prompt: string = 'a crate';
      export default { assets: { crate: { kind: 'model', prompt } } } as const;`;
    const { manifest } = await load('assets.gen.ts', text);
    expect(manifest.assets).toMatchObject([{ name: 'crate', source: { prompt: 'a crate' } }]);
  });

  it('may be TypeScript with a syntax error, which has a place', async () => {
    const text = 'export default {\n  assets: {},,\n};\n';
    await expect(load('assets.gen.ts', text)).rejects.toThrow(
      'assets.gen.ts:2:14 it cannot be run: Unexpected token `,`.',
    );
  });

  it('has its mistakes told where its text names the key', async () => {
    const text = `export default {\n  assets: {\n    hero: {\n      kind: 'image',\n      promt: 'x',\n    },\n  },\n};\n`;
    await expect(load('assets.gen.mjs', text)).rejects.toThrow(
      'assets.gen.mjs:5:7 assets.hero.promt: unknown key. Did you mean "prompt"?',
    );
  });

  it.each([
    ['export default 1n;', 'expected plain data'],
    ['export const a = 1;', 'expected a default export with "assets", found none'],
    ['throw new Error("no weather today");', 'it cannot be run: no weather today'],
    ['export default {', 'it cannot be run'],
  ])('that gives no manifest is told: %s', async (text, message) => {
    await expect(load('assets.gen.mjs', text)).rejects.toThrow(message);
  });

  const THROWS = `const names = [];\n\nfunction need(name) {\n  throw new Error('no ' + name);\n}\nneed('oak');`;
  it.each([
    ['assets.gen.mjs', THROWS, '4:9 it cannot be run: no oak'],
    ['assets.gen.cjs', THROWS, '4:9 it cannot be run: no oak'],
    ['assets.gen.ts', THROWS.replace('name)', 'name: string)'), '4:9 it cannot be run: no oak'],
    // Of an enum the compiler makes other lines.
    ['assets.gen.ts', `enum Wood { oak }\n${THROWS}`, '5:9 it cannot be run: no oak'],
    ['assets.gen.mjs', '\nthrow "no oak";', '1:1 it cannot be run: no oak'],
    ['a b.gen.mjs', THROWS, '4:9 it cannot be run: no oak'],
  ])('%s that throws is told where it does (%#)', async (name, text, message) => {
    await expect(load(name, text)).rejects.toThrow(`${name}:${message}`);
  });
});
