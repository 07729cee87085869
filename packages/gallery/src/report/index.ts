import type { ProjectTools } from '@assetgen/core';
import { createThumbnails } from '../thumbnails.ts';
import { collectReport } from './collect.ts';
import type { Report } from './types.ts';
import { htmlReport } from './html.ts';
import { markdownReport } from './markdown.ts';
import { pngReport } from './sheet.ts';

export type { Card, Change, Picture, Report, Side } from './types.ts';

export const REPORT_FORMATS = ['html', 'png', 'md'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export interface ReportOptions {
  /** A git revision: only what changed since. @default null: all assets */
  readonly since?: string | null;
  /** @default 'html' */
  readonly format?: ReportFormat;
  readonly onCard?: (done: number, all: number) => void;
  readonly signal?: AbortSignal;
}

export interface MadeReport {
  readonly report: Report;
  /** HTML and Markdown are UTF-8. */
  readonly content: Uint8Array | string;
}

/**
 * A report of a project, to be looked at without it: a page, a contact sheet, or Markdown for a
 * comment. Asks no service; pictures are made once and kept in `.assetgen/thumbnails`.
 * @throws AssetgenError `ASSETGEN_USAGE` for a revision that git does not know
 * @example
 * const { content } = await makeReport(project, { since: 'main', format: 'md' });
 */
export async function makeReport(
  project: ProjectTools,
  options: ReportOptions = {},
): Promise<MadeReport> {
  const { since = null, format = 'html', onCard = () => undefined } = options;
  const thumbnails = createThumbnails(project.root);
  try {
    const signal = options.signal ?? new AbortController().signal;
    const report = await collectReport(project, { since, thumbnails, onCard, signal });
    return { report, content: await render(report, format) };
  } finally {
    thumbnails.close();
  }
}

async function render(report: Report, format: ReportFormat): Promise<Uint8Array | string> {
  switch (format) {
    case 'html':
      return htmlReport(report);
    case 'md':
      return markdownReport(report);
    case 'png':
      return pngReport(report);
  }
}
