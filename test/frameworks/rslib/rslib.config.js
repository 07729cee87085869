import assetgen from '@assetgen/unplugin/rsbuild';
import { defineConfig } from '@rslib/core';

export default defineConfig({
  lib: [{ format: 'esm' }],
  source: { assetsInclude: /\.glb$/ },
  output: { target: 'web', distPath: { root: 'lib' } },
  plugins: [assetgen()],
});
