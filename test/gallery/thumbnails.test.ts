import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Thumbnails } from '../../packages/gallery/src/thumbnails/thumbnails.ts';

const built = new URL(
  '../../packages/gallery/dist/modules/thumbnails/thumbnails.js',
  import.meta.url,
);

it('a page that goes takes no picture from the next one that wants it', async () => {
  const { createThumbnails } = (await import(built.href)) as {
    createThumbnails(root: string, atOnce?: number): Thumbnails;
  };
  const root = await mkdtemp(join(tmpdir(), 'thumbnails-'));
  const source = join(root, 'red.png');
  await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } }).toFile(source);
  const place = { path: source, below: root };
  const thumbnails = createThumbnails(root);
  try {
    const [first = '', second = ''] = ['a', 'b'].map((digit) => digit.repeat(64));
    const busy = thumbnails.file(first, place, () => true);
    const left = thumbnails.file(second, place, () => false);
    const wanted = thumbnails.file(second, place, () => true);
    const gone = thumbnails.file('c'.repeat(64), place, () => false);
    expect(await busy).toMatch(/\.webp$/);
    expect(await wanted).toMatch(/\.webp$/);
    expect(await left).toBe(await wanted);
    expect(await gone).toBeNull();
  } finally {
    thumbnails.close();
  }
});

it('makes several side by side, each once, and goes on after one that cannot be made', async () => {
  const { createThumbnails } = (await import(built.href)) as {
    createThumbnails(root: string, atOnce?: number): Thumbnails;
  };
  const root = await mkdtemp(join(tmpdir(), 'thumbnails-'));
  const source = join(root, 'red.png');
  await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } }).toFile(source);
  const thumbnails = createThumbnails(root, 3);
  try {
    const asked = Array.from({ length: 9 }, (_, index) => {
      const place = { path: index === 4 ? join(root, 'none') : source, below: root };
      return thumbnails.file(String(index).repeat(64), place, () => true);
    });
    const files = await Promise.all(asked);
    expect(files.map((file) => file === null)).toEqual(files.map((_, index) => index === 4));
    expect(new Set(files).size).toBe(9);
  } finally {
    thumbnails.close();
  }
});
