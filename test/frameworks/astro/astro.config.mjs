import assetgen from '@assetgen/unplugin/astro';
import { defineConfig } from 'astro/config';

export default defineConfig({ integrations: [assetgen()] });
