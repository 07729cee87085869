import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkPeers } from './peers.ts';

test('a bundler is told once, whatever number of plugins is for it', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'peers-'));
  const install = (name: string, json: object): void => {
    mkdirSync(path.join(root, 'node_modules', name), { recursive: true });
    writeFileSync(path.join(root, 'node_modules', name, 'package.json'), JSON.stringify(json));
  };
  for (const name of ['@assetgen/vite-plugin', '@assetgen/unplugin'])
    install(name, { peerDependencies: { vite: '^6.0.0 || ^8.0.0' } });
  install('vite', { version: '8.3.8' });
  expect(await checkPeers(root)).toMatchObject([{ name: 'vite', level: 'ok' }]);
  install('vite', { version: '7.0.0' });
  expect(await checkPeers(root)).toMatchObject([{ name: 'vite', level: 'warn' }]);
});
