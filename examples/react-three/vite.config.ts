import assetgen from '@assetgen/vite-plugin';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [assetgen()],
  build: {
    // three.js alone is more than Vite's default.
    chunkSizeWarningLimit: 1_500,
  },
});
