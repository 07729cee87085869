import { cleanText, pageAddress, pointsText, taskRunnerHint } from '@assetgen/core/warm';
import type { Addresses } from '@assetgen/core/warm';
import type { AssetView, BuildReport, Project, ProjectSettings } from '@assetgen/core';

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
  return [
    `${counted(report.assets, 'asset')}, ${counted(report.outputs, 'file')}`,
    done.length === 0 ? 'all up to date' : done.join(', '),
    pointsText(report.points, report.free, report.knownPoints),
  ].join(' · ');
}

/** The last line of a build that ships drafts, or null when it ships none. */
export async function draftLine(
  view: AssetView,
  project: Pick<Project, 'settings'>,
  env: Readonly<Record<string, string | undefined>> = process.env,
  addresses?: Addresses,
): Promise<string | null> {
  const drafted = view.files.filter((file) => file.draft).map((file) => file.asset);
  if (drafted.length === 0) return null;
  const drafts = [...new Set(drafted)].sort();
  const shown = drafts.slice(0, 5).join(', ');
  const more = drafts.length > 5 ? ` and ${drafts.length - 5} more` : '';
  const settings = await project.settings();
  const remedy = remedyOfDrafts(settings);
  const line = `DRAFTS were used for ${shown}${more}. Do not ship this build: ${remedy}.`;
  const runner = settings.service === 'none' ? taskRunnerHint(env) : null;
  const page = pageAddress('background/drafts', '', addresses);
  const see = page === null ? null : `See ${page}`;
  return cleanText([line, runner, see].filter((part) => part !== null).join(' '));
}

/**
 * Tells it past every logger, which may be muted: a build in CI often is, and what is shipped then is
 * what nobody looked at.
 */
export function tellDrafts(line: string): void {
  process.stderr.write(`assetgen: ${line}\n`);
}

/** What makes the real files: a build without a service, or in mode `draft`, gives drafts again. */
function remedyOfDrafts({ service, mode }: ProjectSettings): string {
  const build = mode === 'draft' ? 'run `assetgen build --mode generate`' : 'build again';
  return service === 'none'
    ? `set ASSETGEN_API_URL and ASSETGEN_API_KEY, then ${build}`
    : `${build} first`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
