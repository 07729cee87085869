import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { AssetView, OutputFile } from '@assetgen/core';
import { expect, it } from 'vitest';
import { refuseTexts } from './refuse-texts.ts';

const file: OutputFile = {
  asset: 'hero',
  name: 'hero.webp',
  path: '/hero.webp',
  bytes: 1,
  sha256: '0',
  draft: false,
};
const VIEW: AssetView = { prefix: '@gen', watch: [], files: [file], resolve: () => null };

it('refuses the name of an asset that a page would ship as a text, also one of a server', async () => {
  const distDir = await mkdtemp(path.join(os.tmpdir(), 'compiled-'));
  await mkdir(path.join(distDir, 'static/chunks'), { recursive: true });
  await mkdir(path.join(distDir, 'server/chunks/ssr'), { recursive: true });
  await writeFile(path.join(distDir, 'static/chunks/a.js'), 'e("img",{src:"/_next/hero.webp"})');
  const look = (): Promise<void> => refuseTexts({ distDir }, VIEW, '/app');
  await expect(look()).resolves.toBeUndefined();
  await writeFile(path.join(distDir, 'server/chunks/ssr/b.js'), 'e("img",{src:"@gen/hero.webp"})');
  await expect(look()).rejects.toThrow(/^ASSETGEN_UNRESOLVED_REFERENCE: .*@gen\/hero\.webp/);
});
