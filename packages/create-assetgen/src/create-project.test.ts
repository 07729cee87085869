import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { commandArguments, tooManyHint } from './command-arguments.ts';
import { CreateError } from './create-error.ts';
import { createProject } from './create-project.ts';
import type { CreateOptions, CreatePorts } from './create-project.ts';
import { errorsPage } from './errors-page.ts';
import { detectPackageManager, runLine, startingPackageManager } from './package-manager.ts';
import { plugNPlayRoot } from './plug-n-play.ts';
import { canAsk } from './questions.ts';
import type { Questions } from './questions.ts';
import { yarnFiles } from './yarn-files.ts';

const NOTHING: CreateOptions = {
  folder: undefined,
  template: undefined,
  service: undefined,
  packages: undefined,
  manager: 'npm',
  install: undefined,
};
const templates = fileURLToPath(new URL('../../../examples', import.meta.url));
const empty = (): string => mkdtempSync(path.join(tmpdir(), 'create-'));
const read = (...parts: readonly string[]): string => readFileSync(path.join(...parts), 'utf8');

async function create(
  options: Partial<CreateOptions>,
  ports: Partial<CreatePorts> = {},
): Promise<{ cwd: string; told: string; ran: string[] }> {
  const lines: string[] = [];
  const ran: string[] = [];
  const cwd = ports.cwd ?? empty();
  await createProject(
    { ...NOTHING, ...options },
    {
      ask: null,
      out: (line) => lines.push(line),
      run: async (manager, args) => void ran.push([manager, ...args].join(' ')),
      templates,
      ...ports,
      cwd,
    },
  );
  return { cwd, told: lines.join('\n'), ran };
}

test('where nobody can be asked: three.js with Vite, the embedded service, nothing installed', async () => {
  const { cwd, told, ran } = await create({});
  const root = path.join(cwd, 'assetgen-app');
  expect(JSON.parse(read(root, 'assetgen.config.json'))).toEqual({ service: 'local' });
  expect(JSON.parse(read(root, 'package.json'))).toMatchObject({
    name: 'assetgen-app',
    devDependencies: { assetgen: expect.stringMatching(/^\d/) },
  });
  expect(read(root, '.gitignore')).toContain('.assetgen/');
  expect(ran).toEqual([]);
  expect(told).toMatch(
    /\n {2}cd assetgen-app\n {2}npm install\n {2}npm run dev\n\nThen open http:\/\/localhost:5173\/\nAll assets: http:\/\/localhost:5173\/__assetgen\/$/,
  );
});

test.each(['taken', 'taken/below', 'taken/far/below'])(
  'a folder that cannot be, %s, is refused by its name',
  async (folder) => {
    const cwd = empty();
    writeFileSync(path.join(cwd, 'taken'), '');
    await expect(create({ folder }, { cwd })).rejects.toThrow(
      `expected a folder, found a file at ${path.join(cwd, 'taken')}`,
    );
  },
);

test('the current folder has a name of its own, and packages come before the command that they bring', async () => {
  const { told } = await create({ folder: '.', service: 'https://a.example' });
  expect(told).toMatch(/^Wrote \d+ files of the template vite-three to this folder\.\n/);
  expect(told).toContain(
    '\n  npm install\n  export ASSETGEN_API_KEY=…\n  npx assetgen trust https://a.example\n',
  );
});

test('a frozen build comes before the check of what it made', async () => {
  const { told } = await create({ template: 'ci' });
  expect(told).toMatch(/\n {2}npm install\n {2}npm run build$/);
});

test('everything is asked at a terminal, and then installed', async () => {
  const ask: Questions = {
    select: async (message, choices, initial) =>
      message === 'Template'
        ? (choices[choices.length - 1]?.value ?? initial)
        : ('url' as typeof initial),
    text: async (message) => (message.startsWith('Folder') ? 'My Page' : 'https://a.example'),
    confirm: async () => true,
  };
  const { cwd, told, ran } = await create({}, { ask });
  const root = path.join(cwd, 'My Page');
  expect(JSON.parse(read(root, 'package.json'))).toMatchObject({ name: 'my-page' });
  expect(JSON.parse(read(root, 'assetgen.config.json'))).toEqual({ apiUrl: 'https://a.example' });
  expect(ran).toEqual(['npm install']);
  expect(told).toContain(
    'cd "My Page"\n  export ASSETGEN_API_KEY=…\n  npx assetgen trust https://a.example\n  npm run dev',
  );
});

const leaving: Questions = {
  select: async (_message, _choices, initial) => initial,
  text: async (_message, initial) => initial,
  confirm: () =>
    Promise.reject(new CreateError('stopped at a question', null, 'ASSETGEN_INTERRUPTED')),
};
const failing = (): Promise<void> => Promise.reject(new CreateError('`npm install` ended with 1'));

test.each<[string, Partial<CreateOptions>, Partial<CreatePorts>, string]>([
  ['left at the question', {}, { ask: leaving }, 'stopped at a question'],
  ['that fails', { install: true }, { run: failing }, '`npm install` ended with 1'],
])(
  'an installation %s: the error, and all steps that are left',
  async (_what, options, ports, error) => {
    const lines: string[] = [];
    const out = (line: string): void => void lines.push(line);
    await expect(create(options, { ...ports, out })).rejects.toThrow(error);
    expect(lines.join('\n')).toContain('  cd assetgen-app\n  npm install\n  npm run dev\n');
  },
);

test('without a service no config is written', async () => {
  const { cwd } = await create({ folder: 'app', template: 'vite', service: 'none' });
  expect(readdirSync(path.join(cwd, 'app'))).not.toContain('assetgen.config.json');
});

test('packages from tarballs, for every package manager', async () => {
  const folder = empty();
  for (const name of [
    'assetgen',
    'assetgen-core',
    'assetgen-vite-plugin',
    'create-assetgen',
    'other',
  ]) {
    writeFileSync(path.join(folder, `${name}-1.2.3.tgz`), '');
  }
  const { cwd } = await create({ folder: 'app', packages: folder });
  const file = (name: string): string => `file:${path.join(folder, `${name}-1.2.3.tgz`)}`;
  const all = {
    assetgen: file('assetgen'),
    '@assetgen/core': file('assetgen-core'),
    '@assetgen/vite-plugin': file('assetgen-vite-plugin'),
    'create-assetgen': file('create-assetgen'),
  };
  expect(JSON.parse(read(cwd, 'app/package.json'))).toMatchObject({
    devDependencies: {
      assetgen: all.assetgen,
      '@assetgen/vite-plugin': all['@assetgen/vite-plugin'],
    },
    overrides: all,
    resolutions: all,
    pnpm: { overrides: all },
  });
  // pnpm 11 and later read no settings in package.json.
  expect(read(cwd, 'app/pnpm-workspace.yaml')).toBe(
    [
      'packages: ["."]',
      'overrides:',
      ...Object.entries(all).map(
        (entry) => `  ${entry.map((each) => JSON.stringify(each)).join(': ')}`,
      ),
      '',
    ].join('\n'),
  );
});

describe('nothing is written', () => {
  test.each([
    [{ template: 'vite-tree' }, 'Did you mean "vite-three"?'],
    [{ template: 'angular' }, 'There are ci, next, node-pipeline'],
    [{ service: 'paid' }, 'Try --service local'],
    [{ packages: '.' }, 'npm run pack:all'],
  ])('for %j', async (options, hint) => {
    const cwd = empty();
    await expect(create(options, { cwd })).rejects.toMatchObject({
      name: 'CreateError',
      hint: expect.stringContaining(hint),
    });
    expect(readdirSync(cwd)).toEqual([]);
  });

  test('over a file, or through a link, of the folder', async () => {
    const cwd = empty();
    const elsewhere = empty();
    mkdirSync(path.join(cwd, 'app'));
    symlinkSync(elsewhere, path.join(cwd, 'app/src'));
    await expect(create({ folder: 'app' }, { cwd })).rejects.toThrow(
      /src is a symbolic link; nothing/,
    );
    expect(readdirSync(elsewhere)).toEqual([]);
    const other = empty();
    writeFileSync(path.join(other, 'package.json'), '{}');
    await expect(create({ folder: '.' }, { cwd: other })).rejects.toThrow(CreateError);
    expect(readdirSync(other)).toEqual(['package.json']);
  });
});

test('the package manager: by the lock file, above too, then by who started us', () => {
  const root = empty();
  mkdirSync(path.join(root, 'apps/web'), { recursive: true });
  const env = { npm_config_user_agent: 'bun/1.4.0 npm/? node/v24' };
  expect(detectPackageManager(root, {})).toBe('npm');
  expect([startingPackageManager({}), startingPackageManager(env)]).toEqual([null, 'bun']);
  expect(detectPackageManager(root, env)).toBe('bun');
  writeFileSync(path.join(root, 'yarn.lock'), '');
  expect(detectPackageManager(path.join(root, 'apps/web'), env)).toBe('yarn');
  expect(['npm', 'pnpm', 'yarn', 'bun'].map((each) => runLine(each as 'npm', 'dev'))).toEqual([
    'npm run dev',
    'pnpm dev',
    'yarn dev',
    'bun run dev',
  ]);
});

test.each<[written: object, manager: string]>([
  [{ packageManager: 'pnpm@10.2.0+sha512.abc' }, 'pnpm'],
  [{ packageManager: 'yarn@4.9.1' }, 'yarn'],
  [{ devEngines: { packageManager: { name: 'bun', version: '^1.3' } } }, 'bun'],
  [{ devEngines: { packageManager: [{ name: 'deno' }, { name: 'pnpm' }] } }, 'pnpm'],
  [{ packageManager: 'deno@2' }, 'npm'],
  [{ packageManager: 7, devEngines: null }, 'npm'],
])('a package.json that declares %j is one of %s, whatever started this', (written, manager) => {
  const root = empty();
  const app = path.join(root, 'apps/web');
  mkdirSync(app, { recursive: true });
  writeFileSync(path.join(root, 'package.json'), JSON.stringify(written));
  writeFileSync(path.join(root, 'package-lock.json'), '{}');
  writeFileSync(path.join(app, 'package.json'), '{ broken');
  expect(detectPackageManager(app, { npm_config_user_agent: 'yarn/1.22.22' })).toBe(manager);
});

test.each([
  ['npm/11.6.0 node/v24.0.0 linux x64', 'npm install', 'npm run dev'],
  ['pnpm/10.2.0 npm/? node/v22.0.0', 'pnpm install', 'pnpm dev'],
  ['yarn/1.22.22 npm/? node/v22.0.0', 'yarn install', 'yarn dev'],
  ['yarn/4.9.1 npm/? node/v22.0.0', 'yarn install', 'yarn dev'],
  ['bun/1.3.0 npm/? node/v24.0.0', 'bun install', 'bun run dev'],
])('started by %s: it says `%s` and `%s`, and installs by the same', async (agent, add, run) => {
  vi.stubEnv('npm_config_user_agent', agent);
  try {
    const { told } = await create({ manager: undefined });
    expect(told).toContain(`\n  ${add}\n  ${run}\n`);
    const { ran } = await create({ manager: undefined, install: true });
    expect(ran).toEqual([add]);
  } finally {
    vi.unstubAllEnvs();
  }
});

describe('the files of Yarn 2 and later', () => {
  const files = (root: string, agent: string): Readonly<Record<string, string>> =>
    yarnFiles(root, { npm_config_user_agent: agent });

  test.each([
    ['yarn/4.18.1 npm/? node/v22.0.0', ['.yarnrc.yml', 'yarn.lock']],
    // `--manager yarn`, started by another one: Yarn 1 reads neither as anything but empty.
    ['npm/11.6.0 node/v24.0.0', ['.yarnrc.yml', 'yarn.lock']],
    ['yarn/1.22.22 npm/? node/v22.0.0', []],
  ])('%s', (agent, expected) => {
    expect(Object.keys(files(path.join(empty(), 'app'), agent))).toEqual(expected);
  });

  test('not in a workspace, whose root decides; a package.json above that is none changes nothing', () => {
    const root = empty();
    const app = path.join(root, 'apps/web');
    writeFileSync(path.join(root, 'package.json'), '{}');
    expect(files(app, 'yarn/4.18.1')).toEqual({
      '.yarnrc.yml': 'nodeLinker: node-modules\n',
      'yarn.lock': '',
    });
    writeFileSync(path.join(root, 'package.json'), '{ "workspaces": ["apps/*"] }');
    expect(files(app, 'yarn/4.18.1')).toEqual({});
  });

  test('are written for yarn alone, and never over one that is there', async () => {
    const { cwd } = await create({ folder: 'app', manager: 'yarn' });
    expect(read(cwd, 'app/.yarnrc.yml')).toBe('nodeLinker: node-modules\n');
    expect(read(cwd, 'app/yarn.lock')).toBe('');
    const other = empty();
    mkdirSync(path.join(other, 'app'));
    writeFileSync(path.join(other, 'app/.yarnrc.yml'), 'nodeLinker: pnpm\n');
    await create({ folder: 'app', manager: 'yarn' }, { cwd: other });
    expect(read(other, 'app/.yarnrc.yml')).toBe('nodeLinker: pnpm\n');
    const npm = await create({ folder: 'app', manager: 'npm' });
    expect(readdirSync(path.join(npm.cwd, 'app'))).not.toContain('yarn.lock');
  });
});

describe("a project of Yarn's Plug'n'Play", () => {
  const folder = (files: Readonly<Record<string, string>>): string => {
    const root = empty();
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(root, name), text);
    return root;
  };
  const LATER = '# generated by yarn\n__metadata:\n  version: 8\n';

  test.each<[why: string, files: Readonly<Record<string, string>>, is: boolean]>([
    ['its file', { '.pnp.cjs': '', 'yarn.lock': LATER }, true],
    ['its file alone', { '.pnp.cjs': '' }, true],
    ['a clone that nobody installed', { 'yarn.lock': LATER }, true],
    ['the setting', { '.yarnrc.yml': "nodeLinker: 'pnp'\n", 'yarn.lock': '' }, true],
    [
      'another linker, before the next install',
      { '.pnp.cjs': '', '.yarnrc.yml': 'nodeLinker: node-modules\n', 'yarn.lock': LATER },
      false,
    ],
    ['what package.json declares', { 'package.json': '{ "packageManager": "yarn@4.9.1" }' }, true],
    [
      'Yarn 1 that package.json declares',
      { 'package.json': '{ "packageManager": "yarn@1.22.22" }', 'yarn.lock': '' },
      false,
    ],
    [
      'a lock, whatever range package.json declares',
      {
        'package.json':
          '{ "devEngines": { "packageManager": { "name": "yarn", "version": ">=1.22" } } }',
        'yarn.lock': LATER,
      },
      true,
    ],
    [
      'another manager that package.json declares',
      { 'package.json': '{ "packageManager": "pnpm@10.2.0" }', 'yarn.lock': LATER },
      false,
    ],
    ['Yarn 1', { 'yarn.lock': '# yarn lockfile v1\n' }, false],
    ['npm', { 'package-lock.json': '{}', '.yarnrc.yml': 'nodeLinker: pnp\n' }, false],
    ['nothing', {}, false],
  ])('by %s', (_why, files, is) => {
    const root = folder(files);
    expect(plugNPlayRoot(root, {})).toBe(is ? root : null);
  });

  test('a workspace is one by its root, unless it has a lock file of its own', () => {
    const root = folder({ '.pnp.cjs': '', 'yarn.lock': LATER });
    const app = path.join(root, 'apps/web');
    mkdirSync(app, { recursive: true });
    expect(plugNPlayRoot(app, {})).toBe(root);
    expect(plugNPlayRoot(app, { YARN_NODE_LINKER: 'node-modules' })).toBeNull();
    writeFileSync(path.join(app, 'package-lock.json'), '{}');
    expect(plugNPlayRoot(app, {})).toBeNull();
  });

  test.skipIf(process.platform === 'win32')(
    'a lock file that leads to a device is not read',
    () => {
      const root = folder({});
      symlinkSync('/dev/zero', path.join(root, 'yarn.lock'));
      symlinkSync('/dev/zero', path.join(root, '.yarnrc.yml'));
      expect(plugNPlayRoot(root, {})).toBeNull();
    },
  );

  test('a new project in it fails with a code and the setting to write, and writes nothing', async () => {
    const root = folder({
      '.pnp.cjs': '',
      'yarn.lock': LATER,
      'package.json': '{ "workspaces": ["*"] }',
    });
    await expect(create({ folder: 'app', manager: 'yarn' }, { cwd: root })).rejects.toMatchObject({
      code: 'ASSETGEN_PNP',
      hint: expect.stringMatching(/`nodeLinker: node-modules` into .*\.yarnrc\.yml/),
    });
    expect(readdirSync(root)).not.toContain('app');
  });

  test('the message leads to the page of errors, at the site or in the repository', () => {
    const repository = { url: 'git+https://host.example/team/assetgen.git' };
    const at = (homepage: string): string | null =>
      errorsPage('ASSETGEN_PNP', { homepage, repository });
    expect(at('https://docs.example/')).toBe('https://docs.example/reference/errors#assetgen_pnp');
    expect(at('https://host.example/team/assetgen/tree/main/docs#readme')).toBe(
      'https://host.example/team/assetgen/blob/main/docs/reference/errors.md#assetgen_pnp',
    );
    expect(errorsPage('ASSETGEN_PNP', {})).toBeNull();
  });
});

test.each<[starts: string, argv: readonly string[], read: readonly string[]]>([
  ['npm, yarn 1', ['app', '--template', 'vite'], ['app', '--template', 'vite']],
  ['pnpm, yarn 4, bun', ['app', '--', '--template', 'vite'], ['app', '--template', 'vite']],
  ['without a folder', ['--', '--yes'], ['--yes']],
])('the arguments as %s hand them on', (_starts, argv, expected) => {
  expect(commandArguments(argv)).toEqual(expected);
});

test('npm without "--" keeps the options: the hint has the line to type', () => {
  expect(tooManyHint('npm', ['app', 'vite'])).toContain(
    'npm create assetgen@latest app -- --template NAME',
  );
  expect(tooManyHint('pnpm', ['a', 'b'])).toBe('See --help.');
});

test('somebody can be asked at a terminal alone, and never in CI', () => {
  const [stdin, stdout] = [{ isTTY: true }, { isTTY: true }];
  expect(canAsk({ stdin, stdout }, {})).toBe(true);
  expect(canAsk({ stdin, stdout }, { CI: 'true' })).toBe(false);
  expect(canAsk({ stdin, stdout }, { CI: 'False' })).toBe(true);
  expect(canAsk({ stdin: {}, stdout }, {})).toBe(false);
});
