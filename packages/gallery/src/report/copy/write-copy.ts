import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import { copyWritable, linkGuard } from '@assetgen/core';
import {
  COPY_PROJECT,
  copyAssetPath,
  copyContentPath,
  copyModelPath,
  copyThumbnailPath,
} from '../../shared/copy-address.ts';
import { PAGE_FOLDER } from '../../http/page-files.ts';
import type { HidePaths } from '../hide-paths.ts';
import { sideBySide } from '../side-by-side.ts';
import type { CopiedMessages } from './copied-messages.ts';
import { copyPage } from './copy-page.ts';

/** Marks a folder as one that the next copy may replace. */
const MARK = 'assetgen-copy.txt';
const MARK_TEXT =
  'Written by `assetgen report`: a copy of the gallery, to be served by any web server. The next one replaces it.\n';
/** What a copy may hold, the page last: a copy that broke off is no page. */
const OWN = ['assets', 'content', 'data', 'icon.svg', 'licenses.md', 'model', 'thumbnail'];
const PAGE = 'index.html';

export interface WrittenCopy {
  readonly files: number;
  readonly bytes: number;
  /** Of these, what only earlier purchases need. */
  readonly earlierBytes: number;
}

/**
 * Writes a copy of the gallery, in the place of an earlier one.
 * @param root absolute path of the project
 * @param folder absolute path; missing, empty, or an earlier copy
 * @throws AssetgenError `ASSETGEN_USAGE` where the folder holds something else; `ASSETGEN_LINK`
 */
export async function writeCopy(
  root: string,
  folder: string,
  { project, assets, contents }: CopiedMessages,
  hide: HidePaths,
): Promise<WrittenCopy> {
  await checkCopyFolder(root, folder);
  for (const name of [PAGE, ...OWN]) {
    await rm(path.join(folder, name), { recursive: true, force: true });
  }
  const written = { files: 0, bytes: 0, earlierBytes: 0 };
  const folders = new Set<string>();

  async function place(name: string): Promise<string> {
    const target = path.join(folder, name);
    const parent = path.dirname(target);
    if (!folders.has(parent)) await mkdir(parent, { recursive: true });
    folders.add(parent);
    return target;
  }

  async function write(name: string, content: string | Uint8Array): Promise<void> {
    await writeFile(await place(name), content);
    written.files += 1;
    written.bytes += Buffer.byteLength(content);
  }

  /** @returns its bytes */
  async function copy(name: string, source: string): Promise<number> {
    const target = await place(name);
    await copyWritable(source, target);
    const { size } = await stat(target);
    written.files += 1;
    written.bytes += size;
    return size;
  }

  const json = (value: unknown): string =>
    JSON.stringify(value, (_key, each: unknown) => (typeof each === 'string' ? hide(each) : each));

  await write(MARK, MARK_TEXT);
  await sideBySide(assets, (asset) => write(copyAssetPath(asset.name), json(asset)));
  await write(COPY_PROJECT, json(project));
  await sideBySide(contents.files, async ([digest, source]) => {
    const size = await copy(copyContentPath(digest), source);
    if (contents.earlier.has(digest)) written.earlierBytes += size;
  });
  await sideBySide(contents.models, ([digest, source]) => copy(copyModelPath(digest), source));
  await sideBySide(contents.thumbnails, async ([hex, webp]) => {
    if (typeof webp === 'string') await copy(copyThumbnailPath(hex), webp);
    else await write(copyThumbnailPath(hex), webp);
  });
  const html = await readPage();
  for (const part of await readdir(PAGE_FOLDER, { recursive: true, withFileTypes: true })) {
    if (!part.isFile() || part.name === PAGE) continue;
    const source = path.join(part.parentPath, part.name);
    await copyWritable(source, await place(path.relative(PAGE_FOLDER, source)));
  }
  await write(PAGE, copyPage(html, project.copy?.at ?? ''));
  return written;
}

async function readPage(): Promise<string> {
  const file = path.join(PAGE_FOLDER, PAGE);
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new AssetgenError('ASSETGEN_INTERNAL', 'The page of the gallery was not built', {
      hint: 'Run `npm run build:page`.',
      cause,
    });
  });
}

/**
 * Looks whether a copy may stand there; nothing of a person is ever deleted. Asked before the work, and again after it.
 * @throws AssetgenError `ASSETGEN_USAGE` where the folder holds something else; `ASSETGEN_LINK`
 */
export async function checkCopyFolder(root: string, folder: string): Promise<void> {
  linkGuard(root)(path.join(folder, PAGE));
  const names = await readdir(folder).catch((cause: unknown): string[] => {
    if (isMissing(cause)) return [];
    throw usage(folder, 'a folder', 'something else', cause);
  });
  if (names.length > 0 && !names.includes(MARK)) {
    throw usage(folder, 'an empty folder, or an earlier copy', `${names.length} other files`);
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

function usage(folder: string, expected: string, found: string, cause?: unknown): AssetgenError {
  const message = `the copy of the gallery is a folder: expected ${expected} at ${folder}, found ${found}`;
  return new AssetgenError('ASSETGEN_USAGE', message, {
    hint: 'Name another folder with --out.',
    cause,
  });
}
