// The shortest plugins that find `@gen/` files, which somebody made before: what asking any plugin costs.
import { readFileSync } from 'node:fs';

/** @param {string} root of the project */
export function shortestPlugin(bundler, root) {
  return SHORTEST[bundler](`${root}/.assetgen/files`);
}

const SHORTEST = {
  vite: (folder) => ({
    name: 'shortest',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^@gen\// },
      handler: (id) => `${id.replace('@gen', folder)}?url`,
    },
  }),
  webpack: resolveBefore,
  rspack: resolveBefore,
  esbuild: (folder) => ({
    name: 'shortest',
    setup({ onLoad, onResolve }) {
      // What stands in `new URL()` is no import: only who reads the sources finds it.
      onLoad({ filter: /\.js$/ }, ({ path }) => {
        const source = readFileSync(path);
        return source.includes("new URL('@gen/") ? { contents: source } : null;
      });
      onResolve({ filter: /^@gen\// }, ({ path }) => ({ path: path.replace('@gen', folder) }));
    },
  }),
};

function resolveBefore(folder) {
  return {
    apply(compiler) {
      compiler.hooks.normalModuleFactory.tap('shortest', (factory) => {
        factory.hooks.beforeResolve.tap('shortest', (data) => {
          data.request = data.request.replace(/^@gen\//, `${folder}/`);
        });
      });
    },
  };
}
