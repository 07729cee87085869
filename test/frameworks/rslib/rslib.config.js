import assetgen from '@assetgen/unplugin/rsbuild';
import { defineConfig } from '@rslib/core';

export default defineConfig({
  lib: [{ format: 'esm' }],
  output: { target: 'web' },
  plugins: [assetgen()],
});
