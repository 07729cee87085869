import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { linkGuard, renderPoster, renderThumbnail, withoutKtx2, writeAtomic } from '@assetgen/core';
import sharp from '@assetgen/render/sharp';
import { typeOfFile } from '../http/send-file.ts';
import type { ThumbnailAnswer, ThumbnailTask } from './thumbnail-makers.ts';

/** For a card of 320 px on a screen of double density. Unit: pixels. */
const SIZE = 640;
/** The shape of a card. */
const MODEL_HEIGHT = 525;
const MAX_PIXELS = 16_384 * 16_384;

// The build that may run beside us needs the processors more.
sharp.concurrency(1);

parentPort?.on('message', (task: ThumbnailTask) => {
  void make(task).then(
    () => answer(task, true),
    () => answer(task, false),
  );
});

function answer({ id }: ThumbnailTask, ok: boolean): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- no window, no origin
  parentPort?.postMessage({ id, ok } satisfies ThumbnailAnswer);
}

async function make({ root, source, target }: ThumbnailTask): Promise<void> {
  const bytes = target.endsWith('.glb')
    ? await withoutKtx2(await readFile(source))
    : await draw(await typeOfFile(source), source);
  if (bytes === null) throw new TypeError('it is shown as it is');
  await writeAtomic(target, bytes, linkGuard(root));
}

async function draw(type: string, source: string): Promise<Uint8Array> {
  if (type.startsWith('image/')) return shrink(source);
  if (type === 'model/gltf-binary') {
    return renderThumbnail(await readFile(source), {
      width: SIZE,
      height: MODEL_HEIGHT,
      format: 'webp',
    });
  }
  if (type.startsWith('video/')) {
    const size = { width: SIZE, height: SIZE, fit: 'inside', quality: 82, effort: 2 } as const;
    return renderPoster(await readFile(source), { format: 'webp', ...size });
  }
  throw new TypeError(`no thumbnail of ${type}`);
}

function shrink(input: string | Uint8Array): Promise<Uint8Array> {
  return sharp(input, { limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .resize({ width: SIZE, height: SIZE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82, effort: 2 })
    .toBuffer();
}
