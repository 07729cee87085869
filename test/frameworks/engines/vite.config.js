import assetgen from '@assetgen/vite-plugin';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [assetgen()],
  define: { __VUE_OPTIONS_API__: 'true', __VUE_PROD_DEVTOOLS__: 'false' },
  build: {
    target: 'esnext',
    rollupOptions: { input: ['babylon.html', 'playcanvas.html', 'tres.html'] },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 10_000,
  },
});
