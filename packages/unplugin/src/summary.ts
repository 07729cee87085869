import type { AssetView, BuildReport } from '@assetgen/core';

/** One line for the end of a build: what there is, what was done for it, what it cost. */
export function summaryLine(report: BuildReport): string {
  const done = (
    [
      ['generated', report.generated],
      ['converted', report.converted],
      ['downloaded', report.downloaded],
      ['drafted', report.drafted],
      ['failed', report.failed],
    ] as const
  )
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${count} ${word}`);
  const paid = report.points === null ? 'points unknown' : counted(report.points, 'point');
  return [
    `${counted(report.assets, 'asset')}, ${counted(report.outputs, 'file')}`,
    done.length === 0 ? 'all up to date' : done.join(', '),
    paid,
  ].join(' · ');
}

/** The last line of a build that ships stand-ins, or null when it ships none. */
export function draftLine(view: AssetView): string | null {
  const drafts = [...new Set(view.files.filter((file) => file.draft).map((file) => file.asset))];
  if (drafts.length === 0) return null;
  const shown = drafts.slice(0, 5).join(', ');
  const more = drafts.length > 5 ? ` and ${drafts.length - 5} more` : '';
  return `DRAFTS were used for ${shown}${more}. Do not ship this build: run \`assetgen build\` first.`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
