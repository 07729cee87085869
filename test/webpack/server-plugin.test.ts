import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { makeApp, REPOSITORY } from '../support/app.ts';
import { startDevCommand } from '../support/dev-command.ts';
import type { DevCommand } from '../support/dev-command.ts';
import { FAILING_LOGO, writeBrokenLogo } from '../support/failing-logo.ts';

const WEBPACK = join(REPOSITORY, 'node_modules/webpack/bin/webpack.js');

/**
 * What webpack-cli 7 makes of webpack-dev-server 6, which needs a newer Node than we do: a plugin that was
 * handed a copy of the options before any plugin was applied, and asks them when it first has something to serve.
 */
const SERVER = `
  import { createServer } from 'node:http';
  export class Server {
    constructor(options) {
      this.options = { ...options };
    }
    setupMiddlewares() {
      const all = this.options.setupMiddlewares?.([], this) ?? [];
      createServer((request, response) => {
        const left = all.map((each) => each.middleware);
        const next = () => {
          if (left.length > 0) return left.shift()(request, response, next);
          response.writeHead(404).end();
        };
        next();
      }).listen(0, '127.0.0.1', function tell() {
        console.log('http://127.0.0.1:' + this.address().port + '/');
      });
    }
    apply(compiler) {
      let isSet = false;
      compiler.hooks.done.tap('server', () => {
        if (!isSet) this.setupMiddlewares();
        isSet = true;
      });
    }
  }`;

const config = (given: string): string => `
  import assetgen from '@assetgen/webpack-plugin';
  import { Server } from './server.mjs';
  const devServer = ${given};
  export default {
    mode: 'development',
    entry: './main.js',
    output: { path: process.cwd() + '/dist' },
    devServer,
    plugins: [assetgen(), new Server(devServer)],
  };`;

let running: DevCommand | undefined;
afterEach(() => running?.stop());

it.each(['undefined', '{ setupMiddlewares: (given) => given }'])(
  "answers with the gallery and a public output's error in a dev server that is a plugin: %s",
  async (given) => {
    const root = await makeApp({
      'webpack.config.mjs': config(given),
      'server.mjs': SERVER,
      'main.js': '',
      'assets.gen.json': JSON.stringify({ assets: FAILING_LOGO }),
    });
    await writeBrokenLogo(root);
    running = await startDevCommand([WEBPACK, '--watch'], root, {
      // As the real one sets it where it is loaded.
      WEBPACK_SERVE: 'true',
      ASSETGEN_CACHE_DIR: mkdtempSync(join(tmpdir(), 'cache-')),
    });
    const logo = await fetch(new URL('logo.webp', running.url));
    expect(logo.status).toBe(500);
    expect(await logo.text()).toMatch(/^ASSETGEN_CONTENT: /);
    expect((await fetch(new URL('other.webp', running.url))).status).toBe(404);
    const gallery = await fetch(new URL('/__assetgen/', running.url));
    expect(gallery.status).toBe(200);
    expect(await gallery.text()).toContain('<title>');
  },
);
