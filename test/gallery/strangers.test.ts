import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, launchChromium } from '../support/browser.ts';
import { makeApp } from '../support/app.ts';
import { createProject, runCommand } from '../support/command.ts';
import type { RunningGallery } from '../support/gallery.ts';
import { startDevServer, startGallery } from '../support/gallery.ts';

const MANIFEST = {
  assets: {
    hill: { kind: 'image', prompt: 'a hill', outputs: [{ format: 'png', width: 64 }] },
    clip: { kind: 'video', prompt: 'waves', duration: 4, resolution: '480p' },
  },
};

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

let gallery: RunningGallery;
let root: string;
let port: number;
const env = (): Record<string, string> => ({ ASSETGEN_CACHE_DIR: join(root, '.cache') });
const manifest = (): string => readFileSync(join(root, 'assets.gen.json'), 'utf8');

beforeAll(async () => {
  root = await createProject(MANIFEST, { service: 'local' });
  writeFileSync(join(root, 'secret.txt'), 'secret');
  const built = await runCommand(root, ['build'], env());
  expect(built.code).toBe(0);
  gallery = await startGallery(root, env());
  port = Number(new URL(gallery.url).port);
});
afterAll(() => gallery?.close());

/** As it is written: no client puts a path or a header right. */
async function ask(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<Answer> {
  const { method = 'GET', headers = {}, body = '' } = options;
  const sent = request({ host: '127.0.0.1', port, path, method, headers });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) };
}

async function readToken(): Promise<string> {
  const html = (await ask('/__assetgen/')).body.toString();
  return /name="assetgen-token" content="([\w-]+)"/.exec(html)?.[1] ?? '';
}

const EDIT = JSON.stringify({ type: 'edit', asset: 'hill', prompt: 'theirs', before: 'a hill' });

describe('raw requests', () => {
  it('our own are answered', async () => {
    const origin = `http://localhost:${port}`;
    const headers = { host: `localhost:${port}`, origin, 'x-assetgen-token': await readToken() };
    const stop = await ask('/__assetgen/api/action', {
      method: 'POST',
      headers,
      body: '{"type":"stop"}',
    });
    expect(stop.status).toBe(200);
    expect(JSON.parse(stop.body.toString())).toEqual({ ok: true, runs: false, change: null });
  });

  it('a foreign Host is refused, for the page and for everything else', async () => {
    for (const host of ['evil.example', `evil.example:${port}`, 'localhost.evil.example']) {
      for (const path of ['', 'api/project', 'api/events', 'icon.svg']) {
        const { status, body } = await ask(`/__assetgen/${path}`, { headers: { host } });
        expect(status).toBe(403);
        expect(body.toString()).not.toContain('assetgen-token');
      }
    }
  });

  it('a change needs the token, our origin and POST', async () => {
    const own = {
      host: `localhost:${port}`,
      origin: `http://localhost:${port}`,
      'x-assetgen-token': await readToken(),
    };
    const { 'x-assetgen-token': _token, ...tokenless } = own;
    const { origin: _origin, ...originless } = own;
    const tries: { method?: string; headers: Record<string, string> }[] = [
      { headers: tokenless },
      { headers: { ...own, 'x-assetgen-token': 'a'.repeat(43) } },
      { headers: originless },
      { headers: { ...own, origin: 'http://localhost:1' } },
      { headers: { ...own, origin: 'null' } },
      { headers: { ...own, 'sec-fetch-site': 'cross-site' } },
      { headers: { ...own, 'sec-fetch-site': 'same-site' } },
      { headers: { ...own, host: 'evil.example', origin: 'http://evil.example' } },
      { headers: own, method: 'GET' },
      { headers: own, method: 'PUT' },
      { headers: own, method: 'OPTIONS' },
    ];
    for (const each of tries) {
      const body = each.method === undefined ? EDIT : '';
      const answer = await ask('/__assetgen/api/action', { method: 'POST', body, ...each });
      expect(answer.status).toBe(403);
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    }
    expect(JSON.parse(manifest())).toEqual(MANIFEST);
  });

  it('images are written by our own page only, by what they are and not by what they are called', async () => {
    const own = {
      host: `localhost:${port}`,
      origin: `http://localhost:${port}`,
      'x-assetgen-token': await readToken(),
    };
    const { 'x-assetgen-token': _token, ...tokenless } = own;
    const give = (headers: Record<string, string>, name: string, body: string | Buffer) =>
      ask(`/__assetgen/api/reference?name=${name}`, { method: 'POST', headers, body });
    const png = Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01', 'latin1'),
      Buffer.alloc(20),
    ]);
    for (const headers of [tokenless, { ...own, origin: 'http://localhost:1' }]) {
      expect((await give(headers, 'a.png', png)).status).toBe(403);
    }
    expect((await give(own, 'a.png', '<svg onload="alert(1)"/>')).status).toBe(409);
    expect(existsSync(join(root, 'references'))).toBe(false);
    const { status, body } = await give(own, '..%2f..%2f.git%2fhooks%2fpre-commit', png);
    expect([status, JSON.parse(body.toString())]).toEqual([
      200,
      { ok: true, path: './references/pre-commit.png' },
    ]);
    expect(readdirSync(join(root, 'references'))).toEqual(['pre-commit.png']);
  });

  it('nothing but actions changes anything, and what is no action is refused', async () => {
    const headers = {
      host: `localhost:${port}`,
      origin: `http://localhost:${port}`,
      'x-assetgen-token': await readToken(),
    };
    for (const path of ['', 'api/project', 'api/asset?name=hill', 'api/balance']) {
      const { status } = await ask(`/__assetgen/${path}`, { method: 'POST', headers, body: EDIT });
      expect(status).toBe(403);
    }
    for (const body of ['', '{', '[]', '{"type":"delete"}', 'x'.repeat(300_000)]) {
      const { status } = await ask('/__assetgen/api/action', { method: 'POST', headers, body });
      expect(status).toBe(400);
    }
  });

  it('10,000 names of 200 characters are one request; more are refused in words', async () => {
    const headers = {
      host: `localhost:${port}`,
      origin: `http://localhost:${port}`,
      'x-assetgen-token': await readToken(),
    };
    const name = (at: number): string => String(at).padStart(200, 'a');
    const quote = async (count: number, length = 0): Promise<unknown> => {
      const assets = Array.from({ length: count }, (_, at) => name(at).padStart(length, 'a'));
      const body = JSON.stringify({ what: 'freeze', assets: [...assets, 'hill'] });
      const answer = await ask('/__assetgen/api/quote', { method: 'POST', headers, body });
      return [answer.status, JSON.parse(answer.body.toString())];
    };
    const price = { min: 0, max: 0 };
    expect(await quote(9999)).toEqual([200, { price, asks: expect.any(String), count: 1 }]);
    const code = 'ASSETGEN_USAGE';
    const hint = 'Choose fewer assets.';
    const many = 'expected at most 10,000 assets, found 10,001';
    expect(await quote(10_000)).toEqual([409, { code, message: many, hint }]);
    const long = 'expected a request of at most 4 MB';
    expect(await quote(9999, 500)).toEqual([409, { code, message: long, hint }]);
  });

  it.each([
    '../secret.txt',
    '..%2fsecret.txt',
    '%2e%2e/secret.txt',
    '..%5csecret.txt',
    'content/../../secret.txt',
    'content/..%2f..%2fsecret.txt',
    'content/%2e%2e%2f%2e%2e%2fassets.gen.json',
    'thumbnail/..%2f..%2fassets.gen.json',
    'assets/..%2f..%2f..%2fpackage.json',
    'assets/../index.html%00.js',
    '/etc/passwd',
    'content//etc/passwd',
    `content/${'0'.repeat(64)}`,
    'index.html',
    'licenses.md',
  ])('no path leads out: %s', async (path) => {
    const { status, body } = await ask(`/__assetgen/${path}`);
    expect([400, 403, 404]).toContain(status);
    expect(body.toString()).not.toMatch(/secret|root:|"assets"|<html/);
  });

  it('what is not HTTP ends nothing', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.end('GET /__assetgen/http://[::1 HTTP/1.1\r\nhost: localhost\r\n\r\n');
    socket.resume();
    await once(socket, 'close');
    expect((await ask('/__assetgen/')).status).toBe(200);
  });

  it('the page is strict about what it loads, and is framed by its own origin only', async () => {
    const { headers } = await ask('/__assetgen/');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(headers['content-security-policy']).not.toContain('unsafe-inline');
    expect(headers['content-security-policy']).not.toMatch(/'unsafe-eval'|https?:/);
    expect(headers['cache-control']).toContain('no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  it('a video is sent in ranges', async () => {
    const { assets } = JSON.parse((await ask('/__assetgen/api/project')).body.toString()) as {
      assets: { name: string; preview: { digest: string } }[];
    };
    const path = `/__assetgen/content/${assets.find(({ name }) => name === 'clip')!.preview.digest}`;
    const whole = await ask(path);
    expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-type': 'video/mp4' });
    const part = await ask(path, { headers: { range: 'bytes=10-19' } });
    expect(part.status).toBe(206);
    expect(part.headers['content-range']).toBe(`bytes 10-19/${whole.body.length}`);
    expect(part.body.equals(whole.body.subarray(10, 20))).toBe(true);
    const beyond = await ask(path, { headers: { range: `bytes=${whole.body.length}-` } });
    expect(beyond.status).toBe(416);
    const head = await ask(path, { method: 'HEAD' });
    expect(head.headers['content-length']).toBe(String(whole.body.length));
    expect(head.body).toHaveLength(0);
  });
});

describe.skipIf(!hasChromium)('a page of a stranger, in a real browser', () => {
  let app: string;
  let stranger: Server;
  let strange: string;

  beforeAll(async () => {
    stranger = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>stranger</title>');
    });
    stranger.listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    app = await makeApp({
      'assets.gen.json': JSON.stringify(MANIFEST),
      'assetgen.config.json': '{ "service": "local" }',
      'index.html': '<!doctype html><title>app</title>',
    });
    strange = `http://localhost:${(stranger.address() as AddressInfo).port}/`;
  });
  afterAll(() => void stranger?.close());

  it.each(['assetgen ui', "Vite's dev server"])(
    'reads and changes nothing of %s',
    async (where) => {
      const vite = where === 'assetgen ui' ? null : await startDevServer('vite', app, env());
      const base = (vite ?? gallery).url;
      const browser = await launchChromium();
      try {
        const page = await browser.newPage();
        await page.goto(strange);
        const seen = await page.evaluate(async (url) => {
          const read = async (path: string, init: RequestInit = {}): Promise<string> => {
            try {
              const response = await fetch(url + path, init);
              return `${response.type} ${response.status} ${await response.text()}`;
            } catch {
              return 'refused';
            }
          };
          const loads = (element: HTMLImageElement | HTMLScriptElement): Promise<boolean> =>
            new Promise((resolve) => {
              element.addEventListener('load', () => resolve(true));
              element.addEventListener('error', () => resolve(false));
              element.src = `${url}${element.tagName === 'IMG' ? 'icon.svg' : 'api/project'}`;
              document.head.append(element);
            });
          const follows = new Promise<boolean>((resolve) => {
            const source = new EventSource(`${url}api/events`);
            source.addEventListener('open', () => resolve(true));
            source.addEventListener('error', () => {
              source.close();
              resolve(false);
            });
          });
          const edit = '{"type":"edit","asset":"hill","prompt":"theirs","before":"a hill"}';
          return {
            answers: [
              await read(''),
              await read('api/project'),
              await read('api/asset?name=hill'),
              await read('', { mode: 'no-cors' }),
              await read('api/action', { method: 'POST', body: edit }),
              await read('api/action', { method: 'POST', body: edit, mode: 'no-cors' }),
              await read('api/action', {
                method: 'POST',
                body: edit,
                headers: { 'x-assetgen-token': 'guess' },
              }),
            ],
            loaded: [await loads(new Image()), await loads(document.createElement('script'))],
            follows: await follows,
          };
        }, base);
        for (const answer of seen.answers) expect(answer).toMatch(/^(?:refused|opaque 0 )$/);
        expect(seen.loaded).toEqual([false, false]);
        expect(seen.follows).toBe(false);
        expect(JSON.parse(manifest())).toEqual(MANIFEST);

        await page.setContent(`<iframe src="${base}"></iframe>`);
        await page.waitForTimeout(500);
        const framed = page.frames()[1];
        expect(await framed?.content().catch(() => '')).not.toContain('assetgen-token');

        // A link is no attack: the page opens, as its own.
        await page.setContent(`<a href="${base}">gallery</a>`);
        await page.click('a');
        await page.locator('.card').first().waitFor();
      } finally {
        await browser.close();
        await vite?.close();
      }
    },
  );

  it('a name that was pointed here (DNS rebinding) gets nothing', async () => {
    const browser = await launchChromium(['--host-resolver-rules=MAP evil.example 127.0.0.1']);
    try {
      const page = await browser.newPage();
      const answer = await page.goto(`http://evil.example:${port}/__assetgen/`);
      expect(answer?.status()).toBe(403);
      const body = await page.evaluate(async () => (await fetch('/__assetgen/api/project')).text());
      expect(body).toContain('loopback names only');
    } finally {
      await browser.close();
    }
  });
});
