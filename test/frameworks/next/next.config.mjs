import assetgen from '@assetgen/webpack-plugin';

/** @type {import('next').NextConfig} */
export default {
  outputFileTracingRoot: import.meta.dirname,
  webpack(config) {
    config.plugins.push(assetgen());
    return config;
  },
};
