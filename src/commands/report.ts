import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AssetgenError } from '@assetgen/client/errors';
import { REPORT_FORMATS, makeReport } from '@assetgen/gallery/report';
import type { ReportFormat } from '@assetgen/gallery/report';
import type { Command, CommandContext } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { openQuietly } from '../open.ts';
import { fileLink } from '../render/link.ts';
import { plural, printBytes } from '../render/numbers.ts';

const EXTENSIONS: Readonly<Record<string, ReportFormat>> = {
  '.html': 'html',
  '.htm': 'html',
  '.png': 'png',
  '.md': 'md',
  '.markdown': 'md',
};

export const report: Command = {
  summary: 'Write a contact sheet of all assets, or of changes since a git revision',
  usage: '',
  positionals: [0, 0],
  options: {
    out: {
      type: 'string',
      value: 'FILE',
      help: 'File to write; its extension sets the format (default: .assetgen/report.html; Markdown: printed)',
    },
    format: { type: 'string', value: 'FORMAT', help: `One of ${REPORT_FORMATS.join(', ')}` },
    since: {
      type: 'string',
      value: 'REV',
      help: 'Only assets changed since then, old and new side by side',
    },
  },
  examples: [
    'assetgen report',
    'assetgen report --out sheet.png',
    'assetgen report --since main --format md',
  ],
  async run(context) {
    const { since } = context.options;
    const { format, file } = targetOf(context);
    const progress = countOn(context);
    const { report, content } = await openQuietly(context, (project) =>
      makeReport(project, {
        since: typeof since === 'string' ? since : null,
        format,
        onCard: progress,
        signal: context.signal,
      }),
    );
    if (file !== null) {
      const { keepFolderIgnored, linkGuard } = await import('@assetgen/core');
      linkGuard(context.root)(file);
      await mkdir(path.dirname(file), { recursive: true });
      // Where nothing was built yet, the folder does not keep itself out of version control.
      if (path.dirname(file) === path.join(context.root, '.assetgen')) {
        await keepFolderIgnored(context.root);
      }
      await writeFile(file, content);
    }
    const { cards, points, groups } = report;
    const bytes = Buffer.byteLength(content);
    if (context.json) {
      const shown = cards.map(({ name, change, state, points }) => ({
        name,
        change,
        state,
        points,
      }));
      const text = file === null ? { text: String(content) } : { file };
      context.out(JSON.stringify({ format, ...text, bytes, points, groups, assets: shown }));
    } else if (file === null) context.out(String(content).trimEnd(), 'exact');
    else {
      const what = `${plural(cards.length, 'asset')}, ${printBytes(bytes)}`;
      context.out(`${fileLink(file, path.relative(process.cwd(), file) || file)}: ${what}`);
    }
    return EXIT.done;
  },
};

/** Markdown is for a pipe: it goes to a file only where one is named. */
function targetOf({ options, root }: CommandContext): {
  format: ReportFormat;
  file: string | null;
} {
  const { out } = options;
  const given = REPORT_FORMATS.find((each) => each === options['format']);
  if (options['format'] !== undefined && given === undefined) {
    const found = JSON.stringify(options['format']);
    throw new AssetgenError(
      'ASSETGEN_USAGE',
      `--format: expected one of ${REPORT_FORMATS.join(', ')}, found ${found}`,
    );
  }
  if (typeof out !== 'string') {
    const format = given ?? 'html';
    return { format, file: format === 'md' ? null : path.join(root, `.assetgen/report.${format}`) };
  }
  const format = given ?? EXTENSIONS[path.extname(out).toLowerCase()];
  if (format !== undefined) return { format, file: path.resolve(out) };
  throw new AssetgenError(
    'ASSETGEN_USAGE',
    `--out: the extension of ${out} is not a known format`,
    {
      hint: 'Use .html, .png or .md, or set --format.',
    },
  );
}

/** Pictures of models take a while: after a second, a line now and then. */
function countOn(context: CommandContext): (done: number, all: number) => void {
  let next = performance.now() + 1000;
  return (done, all) => {
    if (performance.now() < next || done === all) return;
    next = performance.now() + 2000;
    context.err(`${done} of ${plural(all, 'picture')}`);
  };
}
