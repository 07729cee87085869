#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CreateError } from './create-error.ts';
import { createProject } from './create-project.ts';
import type { CreateOptions } from './create-project.ts';
import { errorsPage } from './errors-page.ts';
import type { Addresses } from './errors-page.ts';
import { commandArguments, tooManyHint } from './command-arguments.ts';
import { PACKAGE_MANAGERS, startingPackageManager } from './package-manager.ts';
import { canAsk, terminalQuestions } from './questions.ts';
import { runManager } from './run-manager.ts';
import { listTemplates } from './templates.ts';

const HELP = `npm create assetgen@latest [FOLDER] -- [options]

A small project whose 3D models, images and videos the build makes from prompts.

  --template NAME      The starting project; --list shows them (default: vite-three)
  --service CHOICE     local (free, offline), none (drafts), or a service's URL (default: local)
  --install            Install the packages; --no-install does not
  --manager NAME       npm, pnpm, yarn or bun (default: the one that runs this)
  --packages DIR       Install assetgen from tarballs in this folder
  --list               Name the templates
  -y, --yes            Ask nothing, use the defaults
  -h, --help           Show this
  -v, --version        Show the version

At a terminal, it asks for options that you leave out. pnpm, yarn and bun need no --.`;

/** As the command `assetgen` has them: 2 is bad usage. */
const [DONE, FAILED, USAGE, INTERRUPTED] = [0, 1, 2, 130];

process.exitCode = await main();

async function main(): Promise<number> {
  try {
    const { values, positionals } = parse();
    if (values.help === true) console.log(HELP);
    else if (values.version === true) console.log(ownPackage().version);
    else if (values.list === true) await list();
    else await create(values, positionals);
    return DONE;
  } catch (error) {
    if (isOfTheDisk(error)) {
      console.error(`✗ ${error.message}`);
      console.error('  → Make the folder writable, or choose another.');
      return FAILED;
    }
    if (!(error instanceof CreateError)) throw error;
    if (error.code === 'ASSETGEN_INTERRUPTED') {
      console.error(`✗ ${error.message}`);
      return INTERRUPTED;
    }
    const code = error.code === 'ASSETGEN_USAGE' ? null : error.code;
    console.error(`✗ ${code === null ? '' : `${code} `}${error.message}`);
    if (error.hint !== null) console.error(`  → ${error.hint}`);
    const page = code === null ? null : errorsPage(code, ownPackage());
    if (page !== null) console.error(`  See ${page}`);
    return error.hint === null ? FAILED : USAGE;
  }
}

/** What the disk refuses is no bug, and its message names the file. */
function isOfTheDisk(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && 'path' in error;
}

function parse() {
  try {
    return parseArgs({
      args: commandArguments(process.argv.slice(2)),
      allowPositionals: true,
      allowNegative: true,
      options: {
        template: { type: 'string', short: 't' },
        service: { type: 'string' },
        install: { type: 'boolean' },
        manager: { type: 'string' },
        packages: { type: 'string' },
        list: { type: 'boolean' },
        yes: { type: 'boolean', short: 'y' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : '';
    throw new CreateError(`${reason}`, 'See --help.');
  }
}

type Values = ReturnType<typeof parse>['values'];

async function create(values: Values, positionals: readonly string[]): Promise<void> {
  if (positionals.length > 1) {
    throw new CreateError(
      `expected one folder, found ${positionals.join(', ')}`,
      tooManyHint(startingPackageManager(), positionals),
    );
  }
  const manager = PACKAGE_MANAGERS.find((each) => each === values.manager);
  if (values.manager !== undefined && manager === undefined) {
    throw new CreateError(
      `--manager: expected ${PACKAGE_MANAGERS.join(', ')}, found "${values.manager}"`,
      'See --help.',
    );
  }
  const options: CreateOptions = {
    folder: positionals[0],
    template: values.template,
    service: values.service,
    packages: values.packages,
    manager,
    install: values.install,
  };
  const ask = values.yes !== true && canAsk() ? terminalQuestions() : null;
  await createProject(options, {
    ask,
    cwd: process.cwd(),
    out: (line) => {
      console.log(line);
    },
    run: runManager,
  });
}

async function list(): Promise<void> {
  const templates = await listTemplates();
  const width = Math.max(...templates.map(({ name }) => name.length));
  for (const { name, description } of templates)
    console.log(`${name.padEnd(width)}  ${description}`);
}

function ownPackage(): Addresses & { readonly version: string } {
  const file = new URL('../package.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Addresses & { version: string };
}
