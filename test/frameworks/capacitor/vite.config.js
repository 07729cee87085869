import assetgen from '@assetgen/vite-plugin';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [assetgen()] });
