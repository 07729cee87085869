import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import {
  REPORT_FORMATS,
  copyGallery,
  htmlReport,
  sheetReport,
  textReport,
} from '@assetgen/gallery/report';
import type { Drawn, Report, ReportFormat, ReportOptions } from '@assetgen/gallery/report';
import type { Command, CommandContext } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { openQuietly } from '../open.ts';
import { fileLink } from '../render/link.ts';
import { plural, printBytes } from '../render/numbers.ts';

const EXTENSIONS: Readonly<Record<string, ReportFormat>> = {
  '': 'html',
  '.html': 'html',
  '.htm': 'html',
  '.png': 'png',
  '.md': 'md',
  '.markdown': 'md',
};

/** A file of one page, not the folder of a copy. */
const PAGE = /\.html?$/i;

export const report: Command = {
  summary: 'Write a copy of the gallery, a contact sheet or Markdown: all assets, or what changed',
  usage: '',
  positionals: [0, 0],
  options: {
    html: {
      type: 'boolean',
      help: 'A copy of the gallery as one folder, for any web server (default); with --out FILE.html, one page',
    },
    out: {
      type: 'string',
      value: 'PATH',
      offer: 'files',
      help: 'Folder of the copy, or file to write: its extension sets the format (default: .assetgen/report; Markdown: printed)',
    },
    format: {
      type: 'string',
      value: 'FORMAT',
      offer: REPORT_FORMATS,
      help: `One of ${REPORT_FORMATS.join(', ')}`,
    },
    since: {
      type: 'string',
      value: 'REV',
      help: 'Only assets changed since then, each beside its earlier state',
    },
    'all-pictures': {
      type: 'boolean',
      help: 'Draw all missing pictures (default: as many as 12 seconds allow)',
    },
    url: {
      type: 'string',
      value: 'URL',
      help: 'Address of a served copy, for the pictures and links of Markdown',
    },
  },
  examples: [
    'assetgen report --html',
    'assetgen report --since main --out public/assets',
    'assetgen report --out sheet.html',
    'assetgen report --out sheet.png',
    'assetgen report --since main --format md --url https://example.org/assets/',
  ],
  async run(context) {
    const { format, file } = targetOf(context);
    const url = urlOf(context);
    const { since } = context.options;
    const options: ReportOptions = {
      since: typeof since === 'string' ? since : null,
      onCard: countOn(context),
      ...(context.options['all-pictures'] === true ? { pictureMs: Number.POSITIVE_INFINITY } : {}),
      signal: context.signal,
    };
    await prepareFolder(context, file);
    const isPage = file !== null && PAGE.test(file);
    if (format === 'html' && !isPage) {
      const folder = file ?? '';
      const made = await openQuietly(context, (project) => copyGallery(project, folder, options));
      const { files, bytes, earlierBytes } = made;
      tell(context, made, { format, folder, files, bytes, earlierBytes });
      return EXIT.done;
    }
    const made = await openQuietly(
      context,
      (project): Promise<Drawn & { content: string | Uint8Array }> =>
        format === 'png'
          ? sheetReport(project, options)
          : isPage
            ? htmlReport(project, options)
            : textReport(project, { ...options, url, file }),
    );
    const { content } = made;
    if (file !== null) await writeFile(file, content);
    const bytes = Buffer.byteLength(content);
    if (file !== null) tell(context, made, { format, file, bytes });
    else if (context.json) tell(context, made, { format, text: String(content), bytes });
    else context.out(String(content).trimEnd(), 'exact');
    return EXIT.done;
  },
};

interface Written {
  readonly format: ReportFormat;
  readonly file?: string;
  readonly folder?: string;
  readonly files?: number;
  readonly text?: string;
  readonly bytes: number;
  readonly earlierBytes?: number;
}

/** What was written where. */
function tell(context: CommandContext, { report, leftOut }: Drawn, written: Written): void {
  const { cards, points, groups } = report;
  if (leftOut > 0) {
    const rest = `${plural(leftOut, 'picture')} left out: there was no time to draw them.`;
    context.err(`${rest} Run the report again to add more, or with --all-pictures to draw all.`);
  }
  if (context.json) {
    const assets = cards.map(({ name, change, state, points: paid }) => ({
      name,
      change,
      state,
      ...pointsOf(paid),
    }));
    context.out(JSON.stringify({ ...written, ...pointsOf(points), leftOut, groups, assets }));
    return;
  }
  const at = written.file ?? written.folder ?? '';
  const { files, bytes, earlierBytes = 0 } = written;
  const counts = files === undefined ? '' : `${plural(files, 'file')}, `;
  // A person who shares a copy may want to know why it is large.
  const earlier = earlierBytes === 0 ? '' : `, ${printBytes(earlierBytes)} of it earlier purchases`;
  const what = `${plural(cards.length, 'asset')}, ${counts}${printBytes(bytes)}${earlier}`;
  context.out(`${fileLink(at, path.relative(process.cwd(), at) || at)}: ${what}`);
}

/** As a build reports them: null where not all are known, and the known part. */
function pointsOf({ known, untold }: Report['points']): {
  readonly points: number | null;
  readonly knownPoints: number;
} {
  return { points: untold === 0 ? known : null, knownPoints: known };
}

/** Where a report is to stand; where nothing was built yet, its folder does not keep itself out of version control. */
async function prepareFolder({ root }: CommandContext, file: string | null): Promise<void> {
  if (file === null) return;
  const { keepFolderIgnored, linkGuard } = await import('@assetgen/core');
  linkGuard(root)(file);
  await mkdir(path.dirname(file), { recursive: true });
  if (path.dirname(file) === path.join(root, '.assetgen')) await keepFolderIgnored(root);
}

/** Markdown is for a pipe: it goes to a file only where one is named. */
function targetOf({ options, root }: CommandContext): {
  format: ReportFormat;
  file: string | null;
} {
  const { out, html } = options;
  const asked = html === true ? 'html' : options['format'];
  const given = REPORT_FORMATS.find((each) => each === asked);
  if (html === true && options['format'] !== undefined && options['format'] !== 'html') {
    throw usage(`--format: expected html or nothing beside --html, found ${options['format']}`);
  }
  if (asked !== undefined && given === undefined) {
    const found = JSON.stringify(asked);
    throw usage(`--format: expected one of ${REPORT_FORMATS.join(', ')}, found ${found}`);
  }
  if (typeof out !== 'string') {
    const format = given ?? 'html';
    const name = format === 'html' ? 'report' : `report.${format}`;
    return { format, file: format === 'md' ? null : path.join(root, '.assetgen', name) };
  }
  const extension = path.extname(out).toLowerCase();
  const meant = EXTENSIONS[extension];
  if (given !== undefined && extension !== '' && meant !== undefined && meant !== given) {
    throw usage(`--format: expected ${meant}, which ${out} is by its extension, found ${given}`);
  }
  const format = given ?? meant;
  if (format !== undefined) return { format, file: path.resolve(out) };
  throw usage(
    `--out: the extension of ${out} is not a known format`,
    'Use .html, .png or .md, a folder without an extension, or set --format.',
  );
}

/** What is printed into comments for everybody: no password of a URL, and no signature. */
function urlOf({ options: { url } }: CommandContext): string | null {
  if (typeof url !== 'string') return null;
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const isPlain =
    parsed !== null &&
    /^https?:$/.test(parsed.protocol) &&
    parsed.username + parsed.password + parsed.search + parsed.hash === '';
  if (isPlain) return parsed.href;
  throw usage(
    '--url: expected the http or https URL of a folder, without a password, query or hash',
    'For example `--url https://example.org/assets/`.',
  );
}

function usage(message: string, hint?: string): AssetgenError {
  return new AssetgenError('ASSETGEN_USAGE', message, hint === undefined ? {} : { hint });
}

/** Pictures of models take a while: after a second, a line now and then. */
function countOn(context: CommandContext): (done: number, all: number) => void {
  let next = performance.now() + 1000;
  return (done, all) => {
    if (performance.now() < next || done === all) return;
    next = performance.now() + 2000;
    context.err(`${done} of ${plural(all, 'asset')}`);
  };
}
