// Starts a bundler's dev server for a project, as its user would, and prints its address as JSON.
// node dev-server.mjs vite|webpack ROOT [BASE]
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [bundler, root, base = '/'] = process.argv.slice(2);
const require = createRequire(join(root, 'package.json'));

if (bundler === 'vite') {
  const { createServer } = await import(require.resolve('vite'));
  const { default: assetgen } = await import('../../packages/vite-plugin/dist/index.js');
  const server = await createServer({
    root,
    base,
    configFile: false,
    logLevel: 'silent',
    // Every origin is let in: the gallery has to keep its own door.
    server: { port: 0, host: 'localhost', cors: true },
    plugins: [assetgen()],
  });
  await server.listen();
  console.log(JSON.stringify({ url: new URL('/', server.resolvedUrls.local[0]).href }));
} else {
  // Set by `webpack serve`.
  process.env.WEBPACK_SERVE = 'true';
  const { default: webpack } = await import('webpack');
  const { default: WebpackDevServer } = await import('webpack-dev-server');
  const { default: assetgen } = await import('../../packages/webpack-plugin/dist/index.js');
  const compiler = webpack({
    mode: 'development',
    context: root,
    entry: './main.js',
    infrastructureLogging: { level: 'none' },
    stats: 'none',
    devServer: { port: 0, host: '127.0.0.1', headers: { 'access-control-allow-origin': '*' } },
    plugins: [assetgen()],
  });
  // What the command hands to the server.
  const server = new WebpackDevServer(compiler.options.devServer, compiler);
  await server.start();
  console.log(JSON.stringify({ url: `http://localhost:${server.server.address().port}/` }));
}
