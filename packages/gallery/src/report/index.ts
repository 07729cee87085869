import { availableParallelism } from 'node:os';
import { expandHome } from '@assetgen/core';
import type { ProjectTools } from '@assetgen/core';
import { createThumbnails } from '../thumbnails/thumbnails.ts';
import { collectReport } from './collect.ts';
import { copiedMessages } from './copy/copied-messages.ts';
import type { WrittenCopy } from './copy/write-copy.ts';
import { checkCopyFolder, writeCopy } from './copy/write-copy.ts';
import { drawInTime } from './draw-in-time.ts';
import type { TimedThumbnails } from './draw-in-time.ts';
import { hidePaths } from './hide-paths.ts';
import type { HidePaths } from './hide-paths.ts';
import type { Looked } from './look.ts';
import { lookAtProject } from './look.ts';
import { markdownReport } from './markdown.ts';
import { pageReport } from './page.ts';
import { sitePictures, writePictures } from './pictures.ts';
import { pngReport } from './sheet.ts';
import type { Report } from './types.ts';

export type { Card, Change, Picture, Report, Side } from './types.ts';
export type { WrittenCopy } from './copy/write-copy.ts';

export const REPORT_FORMATS = ['html', 'png', 'md'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Pictures that are drawn at once, on whatever machine: each takes a hundred megabytes. */
const MOST_DRAWN = 8;

export interface ReportOptions {
  /** A git revision: only what changed since. @default null: all assets */
  readonly since?: string | null;
  /** Told after each asset. */
  readonly onCard?: (done: number, all: number) => void;
  /**
   * How long missing pictures are drawn, from the beginning of the report; the others are left out. Those that are drawn
   * are kept, so that the next report draws only the rest. Unit: milliseconds. @default 12000
   */
  readonly pictureMs?: number;
  readonly signal?: AbortSignal;
}

/** Of a report. */
export interface Drawn {
  readonly report: Report;
  /** Pictures that were left out, as there was no time to draw them. */
  readonly leftOut: number;
}

/** With the rest of its work, a report of 2,000 assets takes under 20 seconds. Unit: milliseconds. */
const PICTURE_MS = 12_000;

export interface MarkdownReportOptions extends ReportOptions {
  /**
   * The URL of a folder that serves a copy of the gallery: pictures and pages of assets are taken from there.
   * @default null: none
   */
  readonly url?: string | null;
  /**
   * Absolute path of the file that the report is for: without a URL, its pictures are written into a folder beside it.
   * @default null: there are no pictures
   */
  readonly file?: string | null;
}

/**
 * A copy of the gallery, to be looked at without the project: one folder, for any web server. Asks no service;
 * pictures are made once and kept in `.assetgen/thumbnails`.
 * @param folder absolute path; missing, empty, or an earlier copy, which is replaced
 * @throws AssetgenError `ASSETGEN_USAGE` for a revision that git does not know, or a folder that holds something else
 * @example
 * await copyGallery(project, '/srv/www/assets', { since: 'main' });
 */
export async function copyGallery(
  project: ProjectTools,
  folder: string,
  options: ReportOptions = {},
): Promise<WrittenCopy & Drawn> {
  await checkCopyFolder(project.root, folder);
  return collect(project, options, async ({ looked, report, hide, thumbnails, signal }) => {
    const at = new Date().toISOString();
    const messages = await copiedMessages(looked, report, { thumbnails, at, signal });
    const written = await writeCopy(project.root, folder, messages, hide);
    return { report, leftOut: thumbnails.leftOut, ...written };
  });
}

/**
 * A contact sheet of a project as a PNG.
 * @throws AssetgenError `ASSETGEN_USAGE` for a revision that git does not know
 */
export function sheetReport(
  project: ProjectTools,
  options: ReportOptions = {},
): Promise<Drawn & { readonly content: Uint8Array }> {
  return collect(project, options, async ({ report, thumbnails: { leftOut } }) => ({
    report,
    leftOut,
    content: await pngReport(report),
  }));
}

/**
 * A contact sheet of a project as one HTML page, which needs no other file and no network.
 * @throws AssetgenError `ASSETGEN_USAGE` for a revision that git does not know
 */
export function htmlReport(
  project: ProjectTools,
  options: ReportOptions = {},
): Promise<Drawn & { readonly content: string }> {
  return collect(project, options, async ({ report, thumbnails: { leftOut } }) => ({
    report,
    leftOut,
    content: await pageReport(report),
  }));
}

/**
 * A report for the comment of a pull request.
 * @throws AssetgenError `ASSETGEN_USAGE` for a revision that git does not know
 * @example
 * const { content } = await textReport(project, { since: 'main' });
 */
export function textReport(
  project: ProjectTools,
  options: MarkdownReportOptions = {},
): Promise<Drawn & { readonly content: string }> {
  const { url = null, file = null } = options;
  return collect(project, options, async ({ report, thumbnails: { leftOut } }) => {
    const pictures =
      url !== null
        ? sitePictures(url)
        : file !== null
          ? await writePictures(project.root, report, file)
          : undefined;
    return { report, leftOut, content: markdownReport(report, pictures) };
  });
}

interface Collected {
  readonly looked: Looked;
  readonly report: Report;
  readonly hide: HidePaths;
  readonly thumbnails: TimedThumbnails;
  readonly signal: AbortSignal;
}

async function collect<T>(
  project: ProjectTools,
  {
    since = null,
    onCard = () => undefined,
    pictureMs = PICTURE_MS,
    signal = new AbortController().signal,
  }: ReportOptions,
  use: (collected: Collected) => Promise<T>,
): Promise<T> {
  const drawing = createThumbnails(project.root, Math.min(availableParallelism(), MOST_DRAWN));
  const thumbnails = drawInTime(drawing, pictureMs);
  try {
    const looked = await lookAtProject(project, since);
    const { cacheDir } = looked.inspection.config;
    const hide = hidePaths(project.root, [cacheDir === null ? null : expandHome(cacheDir)]);
    const report = await collectReport(looked, { thumbnails, hide, onCard, signal });
    return await use({ looked, report, hide, thumbnails, signal });
  } finally {
    drawing.close();
  }
}
