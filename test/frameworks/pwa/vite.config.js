import assetgen from '@assetgen/vite-plugin';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

const workbox = {
  globPatterns: ['**/*.{js,css,html,webp,glb}'],
  maximumFileSizeToCacheInBytes: 50_000_000,
};

export default defineConfig({ plugins: [assetgen(), VitePWA({ workbox })] });
