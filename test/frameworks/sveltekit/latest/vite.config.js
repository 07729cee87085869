import assetgen from '@assetgen/vite-plugin';
import adapter from '@sveltejs/adapter-node';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [assetgen(), sveltekit({ adapter: adapter() })] });
