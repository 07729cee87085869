import assetgen from '@assetgen/vite-plugin';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [assetgen(), svelte()],
  define: { __VUE_OPTIONS_API__: 'true', __VUE_PROD_DEVTOOLS__: 'false' },
  build: {
    target: 'esnext',
    rollupOptions: { input: ['babylon.html', 'playcanvas.html', 'tres.html', 'threlte.html'] },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 10_000,
  },
});
