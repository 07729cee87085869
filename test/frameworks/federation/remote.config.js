import assetgen from '@assetgen/vite-plugin';
import { federation } from '@module-federation/vite';
import { defineConfig } from 'vite';

const exposes = { './hero': './remote/hero.js' };

export default defineConfig({
  base: '/remote/',
  build: { target: 'esnext', outDir: 'dist/remote', rollupOptions: { input: 'remote/hero.js' } },
  plugins: [
    federation({ name: 'remote', filename: 'remoteEntry.js', exposes, dts: false }),
    assetgen(),
  ],
});
