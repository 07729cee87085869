import { openDevProject } from '../shared/dev-project.ts';
import type { DevProject } from '../shared/dev-project.ts';
import { failureOf, reportFailure } from '../shared/failure.ts';
import { openPluginProject } from '../shared/plugin-project.ts';
import { optionsOf } from './next-project.ts';
import type { NextProject, NextProjectInput } from './next-project.ts';
import { serveGallery } from './serve-gallery.ts';
import { watchFiles } from './watch-files.ts';

/**
 * The project of Next's dev server. Drafts are there before the first page is asked for; what changes is looked
 * at again, and the modules of its imports are written again, which Turbopack watches.
 */
export async function openNextServer(input: NextProjectInput): Promise<NextProject> {
  const { folder, output } = input;
  let opened: DevProject | null = null;
  const plugin = openPluginProject(input.open, optionsOf(input), {
    root: folder,
    production: false,
    output,
    openDevProject: () => (open, options, told) => (opened ??= openDevProject(open, options, told)),
  });
  const { project, session } = plugin;
  let told: string | null = null;

  function tell(text: string | null): void {
    if (text !== null && text !== told) output.warn(text);
    told = text;
  }

  async function look(): Promise<void> {
    const refresh = await session.refresh();
    watching.renew();
    if (refresh.status === 'failed') return tell(failureOf(refresh.error).text);
    const { report } = await session.ensure();
    tell(reportFailure(report)?.text ?? null);
  }

  const settings = await project.settings();
  await session.ensure().then(
    ({ report }) => tell(reportFailure(report)?.text ?? null),
    // A manifest that is wrong now is repaired while the server runs.
    (error: unknown) => tell(failureOf(error).text),
  );
  const watching = watchFiles(project, () => void look());
  plugin.onArrival(() => void look());
  plugin.onFailure((failure) => tell(failure.text));
  const gallery = await serveGallery(project.root, project).catch(() => null);
  if (gallery !== null) output.info(`all assets are shown at ${gallery}`);
  const dev = opened as DevProject | null;
  if (dev === null) throw new Error('the project of the dev server was not opened');
  return {
    root: project.root,
    settings,
    view: null,
    open: () => project,
    // The compilers end before the server does.
    host: { dev: { ...dev, close: async () => undefined }, output },
  };
}
