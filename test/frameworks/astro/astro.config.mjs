import assetgen from '@assetgen/vite-plugin';
import { defineConfig } from 'astro/config';

export default defineConfig({
  vite: { plugins: [assetgen()] },
});
