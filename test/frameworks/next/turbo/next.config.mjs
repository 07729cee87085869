import path from 'node:path';

/** @type {import('next').NextConfig} */
export default {
  outputFileTracingRoot: path.join(import.meta.dirname, '..'),
  turbopack: {
    root: path.join(import.meta.dirname, '..'),
    resolveAlias: {
      '@gen/*': './.assetgen/modules/*.js',
      '@files/*': './.assetgen/files/*',
    },
  },
};
