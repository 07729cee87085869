import assetgen from '@assetgen/vite-plugin';
import { federation } from '@module-federation/vite';
import { defineConfig } from 'vite';

const remotes = {
  remote: { type: 'module', name: 'remote', entry: '/remote/remoteEntry.js' },
};

export default defineConfig({
  build: { target: 'esnext' },
  plugins: [federation({ name: 'host', remotes, dts: false }), assetgen()],
});
