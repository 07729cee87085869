import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { copyWritable, linkGuard } from '@assetgen/core';
import { copyThumbnailPath } from '../shared/copy-address.ts';
import type { MarkdownOptions } from './markdown.ts';
import type { Picture, Report } from './types.ts';

/** Pictures and pages of a copy of the gallery that is served somewhere. @param url with or without a slash at its end */
export function sitePictures(url: string): MarkdownOptions {
  const site = url.endsWith('/') ? url : `${url}/`;
  return {
    pictureUrl: ({ hex }) => site + copyThumbnailPath(hex),
    assetUrl: (name) => `${site}#/asset/${name}`,
  };
}

/** Writes the pictures of a report into a folder beside it: `change.md` has `change-pictures/`. */
export async function writePictures(
  root: string,
  { cards }: Report,
  file: string,
): Promise<MarkdownOptions> {
  const name = `${path.basename(file, path.extname(file))}-pictures`;
  const folder = path.join(path.dirname(file), name);
  const guard = linkGuard(root);
  const pictures = cards
    .flatMap(({ before, now }) => [before?.picture, now?.picture])
    .filter((picture): picture is Picture => picture != null);
  if (pictures.length > 0) await mkdir(folder, { recursive: true });
  for (const { hex, webp } of pictures) {
    const target = path.join(folder, `${hex}.webp`);
    guard(target);
    if (typeof webp === 'string') await copyWritable(webp, target);
    else await writeFile(target, webp);
  }
  const pictureUrl = ({ hex }: Picture): string => `${encodeURIComponent(name)}/${hex}.webp`;
  return { pictureUrl, assetUrl: null };
}
