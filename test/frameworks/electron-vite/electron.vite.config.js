import assetgen from '@assetgen/vite-plugin';
import { defineConfig } from 'electron-vite';

export default defineConfig({
  main: { plugins: [assetgen()] },
  renderer: { plugins: [assetgen({ root: '../..' })] },
});
