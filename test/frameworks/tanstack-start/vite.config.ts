import assetgen from '@assetgen/vite-plugin';
import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// It follows links, and writes what it finds as a text: a link to a file is not a page.
const isPage = ({ path }: { path: string }) => !/\.\w+$/.test(path);
const prerender = { enabled: true, filter: isPage };

export default defineConfig({ plugins: [tanstackStart({ prerender }), react(), assetgen()] });
