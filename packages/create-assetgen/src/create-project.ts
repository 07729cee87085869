import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CreateError } from './create-error.ts';
import { localPackages } from './local-packages.ts';
import { detectPackageManager, runLine, startingPackageManager } from './package-manager.ts';
import type { PackageManager } from './package-manager.ts';
import { pageOf } from './page-of.ts';
import type { PackageJson } from './page-of.ts';
import { refusePlugNPlay } from './plug-n-play.ts';
import type { Questions } from './questions.ts';
import { firstSteps } from './first-steps.ts';
import { askService, parseService } from './service-choice.ts';
import type { ServiceChoice } from './service-choice.ts';
import { listTemplates, writeTemplate } from './templates.ts';
import { yarnFiles } from './yarn-files.ts';

const FOLDER = 'assetgen-app';
const TEMPLATE = 'vite-three';

/** The typed options. The command asks for an undefined one, or takes its default where nobody can be asked. */
export interface CreateOptions {
  /** @default `assetgen-app` */
  readonly folder: string | undefined;
  /** @default `vite-three` */
  readonly template: string | undefined;
  /** @default the embedded service */
  readonly service: string | undefined;
  /** Folder with tarballs of our packages. @default the registry */
  readonly packages: string | undefined;
  /** @default the one that started this process */
  readonly manager: PackageManager | undefined;
  /** @default asked; not installed where nobody can be asked */
  readonly install: boolean | undefined;
}

export interface CreatePorts {
  /** null where nobody can be asked. */
  readonly ask: Questions | null;
  /** Absolute path of the folder that the command is run in. */
  readonly cwd: string;
  readonly out: (line: string) => void;
  /** Runs a package manager in a folder, with its output at the terminal; rejects when it fails. */
  readonly run: (manager: PackageManager, args: readonly string[], cwd: string) => Promise<void>;
  /** Folder of the templates. @default those that this package brings */
  readonly templates?: string;
}

/**
 * Makes a project: asks for what was not typed, writes the template, installs where that is wanted, and says what to run
 * and which page to open.
 *
 * @returns paths of the written files, from the root, with `/`
 * @throws CreateError when it cannot: nothing is written then, unless it was the installation
 */
export async function createProject(
  options: CreateOptions,
  ports: CreatePorts,
): Promise<readonly string[]> {
  const { ask, cwd, out, run } = ports;
  const given = options.service === undefined ? null : parseService(options.service);
  const packages =
    options.packages === undefined ? undefined : localPackages(path.resolve(cwd, options.packages));
  const folder = options.folder ?? (await ask?.text('Folder of the project', FOLDER)) ?? FOLDER;
  const template = options.template ?? (await askTemplate(ports)) ?? TEMPLATE;
  const service: ServiceChoice =
    given ?? (ask === null ? { type: 'local' } : await askService(ask));
  const root = path.resolve(cwd, folder);
  const manager = options.manager ?? startingPackageManager() ?? detectPackageManager(cwd);
  if (manager === 'yarn') refusePlugNPlay(root);
  const written = await writeTemplate(template, root, {
    service,
    files: manager === 'yarn' ? yarnFiles(root) : {},
    ...(packages === undefined ? {} : { packages }),
    ...(ports.templates === undefined ? {} : { templates: ports.templates }),
  });
  const shown = path.relative(cwd, root) || '.';
  const place = shown === '.' ? 'this folder' : shown;
  out(`Wrote ${written.length} files of the template ${template} to ${place}.`);

  const json = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as PackageJson;
  let installed = false;
  try {
    const install =
      options.install ?? (await ask?.confirm(`Run \`${manager} install\` now?`, true)) ?? false;
    if (install) await run(manager, ['install'], root);
    installed = install;
  } finally {
    // Also for a person who left the question, and after an installation that failed: the project is there.
    for (const line of nextSteps({ shown, manager, installed, json, service })) out(line);
  }
  return written;
}

async function askTemplate({ ask, templates }: CreatePorts): Promise<string | undefined> {
  if (ask === null) return undefined;
  const known = await listTemplates(templates);
  if (known.length === 0) throw new CreateError('this package has no templates');
  const choices = known.map(({ name, description }) => ({
    value: name,
    label: name,
    hint: description,
  }));
  return ask.select('Template', choices, TEMPLATE);
}

/** What is left to do, with the page to open last. */
function nextSteps(given: {
  readonly shown: string;
  readonly manager: PackageManager;
  readonly installed: boolean;
  readonly json: PackageJson;
  readonly service: ServiceChoice;
}): string[] {
  const { shown, manager, installed, json, service } = given;
  const page = pageOf(json);
  const script = page?.script ?? Object.keys(json.scripts ?? {})[0];
  const commands = [
    ...firstSteps(shown === '.' ? '' : shown, installed ? null : manager, service),
    ...(script === undefined ? [] : [runLine(manager, script)]),
  ];
  const open =
    page === null
      ? []
      : [
          `Then open ${page.url}`,
          page.gallery === null
            ? 'All assets: npx assetgen ui --open'
            : `All assets: ${page.gallery}`,
        ];
  return ['', ...commands.map((each) => `  ${each}`), ...(open.length === 0 ? [] : ['', ...open])];
}
