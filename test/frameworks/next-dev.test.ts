import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { REPOSITORY } from '../support/app.ts';
import { PATIENCE_MS } from '../support/browser.ts';
import { cleanEnv } from '../support/env.ts';
import { runNode } from '../support/run-node.ts';
import { freePort, startServer } from '../support/server-process.ts';
import type { ServerProcess } from '../support/server-process.ts';

const root = path.join(REPOSITORY, 'test/frameworks/next');
const bin = path.join(root, 'node_modules/next/dist/bin/next');
// `node scripts/install-frameworks.mjs` installs it; .ci/run does.
const installed = existsSync(path.join(root, 'node_modules/@assetgen/core/package.json'));
const ENV = { NEXT_TELEMETRY_DISABLED: '1' };

const manifest = path.join(root, 'assets.gen.jsonc');
const pages = path.join(root, 'app/late');

async function declare(prompt: string): Promise<void> {
  const late = { kind: 'image', prompt, outputs: [{ format: 'webp', width: 32 }] };
  await writeFile(manifest, JSON.stringify({ assets: { late } }));
}

const COMPILERS: readonly (readonly [string, readonly string[]])[] = [
  ['Turbopack', []],
  ['webpack', ['--webpack']],
];

/** Minutes of two compilers: the weekly run has them, and `npm run test:frameworks`. */
const isQuick = process.env['ASSETGEN_QUICK'] === '1';

describe.skipIf(!installed || isQuick)('Next', () => {
  beforeAll(async () => {
    await declare('a grey stone');
    await mkdir(pages, { recursive: true });
    await writeFile(path.join(pages, 'style.css'), 'p { background: url(@gen/late.32w.webp) }\n');
    await writeFile(
      path.join(pages, 'page.jsx'),
      `import './style.css';
      import late from '@gen/late';
      const [{ draft, sha256 }] = late.files;
      export default function Late() { return <p>[{late.url} {sha256} {String(draft)}]</p>; }\n`,
    );
  });
  afterAll(async () => {
    for (const each of [manifest, pages]) await rm(each, { recursive: true, force: true });
  });

  describe.each(COMPILERS)('its dev server, with %s', (_name, flags) => {
    let server: ServerProcess;
    let url: string;

    beforeAll(async () => {
      await declare('a grey stone');
      for (const made of ['.next', '.assetgen', 'assets.gen.lock.json']) {
        await rm(path.join(root, made), { recursive: true, force: true });
      }
      const port = await freePort();
      url = `http://127.0.0.1:${port}`;
      server = await startServer({
        command: process.execPath,
        args: [bin, 'dev', ...flags, '--hostname', '127.0.0.1', '--port', String(port)],
        cwd: root,
        env: cleanEnv(ENV),
        isUp: async () => {
          await fetch(`${url}/late`);
        },
      });
    });

    afterAll(async () => {
      await server?.stop();
    });

    async function shown(): Promise<readonly string[]> {
      const html = await (await fetch(`${url}/late`)).text();
      const [, text = ''] = /<p>\[(.*?)\]<\/p>/.exec(html.replaceAll('<!-- -->', '')) ?? [];
      return text.split(' ');
    }

    test('shows drafts, and what takes their place without a restart', async () => {
      const [first = '', before] = await shown();
      const file = await fetch(new URL(first, url));
      expect(file.status).toBe(200);
      await declare('a golden crown');
      await vi.waitFor(
        async () => {
          const [next = '', after] = await shown();
          expect(after).toMatch(/^[0-9a-f]{64}$/);
          expect(after).not.toBe(before);
          expect((await fetch(new URL(next, url))).status).toBe(200);
        },
        { timeout: PATIENCE_MS, interval: 500 },
      );
      // Nothing of a dev server is bought, whoever the service is.
      expect(existsSync(path.join(root, 'assets.gen.lock.json'))).toBe(false);
    });

    test('tells where the gallery is', async () => {
      const [gallery = ''] = /http:\/\/127\.0\.0\.1:\d+\/__assetgen\//.exec(server.output()) ?? [];
      expect((await fetch(gallery)).status).toBe(200);
    });
  });

  test('a frozen build ends with each error once', async () => {
    for (const made of ['.next', '.assetgen', 'assets.gen.lock.json']) {
      await rm(path.join(root, made), { recursive: true, force: true });
    }
    await declare('a stone that nobody has made');
    for (const [, flags] of COMPILERS) {
      const env = cleanEnv({ ...ENV, CI: '1' });
      const { code, stdout, stderr } = await runNode([bin, 'build', ...flags], { cwd: root, env });
      const said = stdout + stderr;
      expect(code, said).toBe(1);
      expect(said.match(/ASSETGEN_FROZEN: late/g), said).toHaveLength(1);
      expect(said).not.toContain('Creating an optimized production build');
    }
  });

  describe('the types', () => {
    const types = path.join(root, 'assets.gen.d.ts');
    const page = path.join(pages, 'page.tsx');
    const build = () => runNode([bin, 'build'], { cwd: root, env: cleanEnv(ENV) });

    beforeAll(async () => {
      await declare('a grey stone');
      await rm(path.join(pages, 'page.jsx'), { force: true });
      await rm(types, { force: true });
    });
    afterAll(async () => {
      for (const made of [
        types,
        path.join(root, 'tsconfig.json'),
        path.join(root, 'next-env.d.ts'),
      ]) {
        await rm(made, { force: true });
      }
    });

    test('are there by `next typegen`, which makes nothing', async () => {
      await rm(path.join(root, '.assetgen'), { recursive: true, force: true });
      await writeFile(page, 'export default function Late() { return null; }\n');
      const { code, stdout, stderr } = await runNode([bin, 'typegen'], {
        cwd: root,
        env: cleanEnv(ENV),
      });
      expect(code, stdout + stderr).toBe(0);
      expect(await readFile(types, 'utf8')).toContain('declare module "@gen/hero"');
      expect(existsSync(path.join(root, '.assetgen/files'))).toBe(false);
    });

    test('are there before a first build checks them, and a wrong word is an error', async () => {
      await rm(types, { force: true });
      const text = (word: string): string => `import late from '@gen/late';
        const width: number = late.${word};
        export default function Late() { return <p>{width}</p>; }\n`;
      await writeFile(page, text('width'));
      const right = await build();
      expect(right.code, right.stdout + right.stderr).toBe(0);
      await writeFile(page, text('widht'));
      const wrong = await build();
      expect(wrong.code).toBe(1);
      expect(wrong.stdout + wrong.stderr).toContain("Did you mean 'width'");
    });
  });
});
