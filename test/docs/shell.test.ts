import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createService } from '@assetgen/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/commands/index.ts';
import { COMMON_OPTIONS } from '../../src/help.ts';
import { REPOSITORY } from '../support/app.ts';
import { createProject, runCommand } from '../support/command.ts';
import type { CommandShim } from '../support/command-shim.ts';
import { startCommandShim } from '../support/command-shim.ts';
import { cleanEnv } from '../support/env.ts';
import { runProgram } from '../support/run-node.ts';
import { blocksOf } from './blocks.ts';
import type { Block } from './blocks.ts';
import { MANIFEST } from './project.ts';

const KEY = 'key-of-the-pages';
const service = createService({ key: KEY, light: true });
let shim: CommandShim;
let url = '';
let close = async (): Promise<void> => {};

/** What the service made of the pages' assets, once: each page begins with a copy. */
const made = mkdtempSync(path.join(tmpdir(), 'made-'));

beforeAll(async () => {
  ({ url, close } = await service.listen());
  shim = await startCommandShim();
  const root = await createProject(MANIFEST);
  const env = { ASSETGEN_API_URL: url, ASSETGEN_API_KEY: KEY, ASSETGEN_CACHE_DIR: made };
  const built = await runCommand(root, ['build'], env);
  if (built.code !== 0) throw new Error(built.stderr);
});
afterAll(async () => {
  shim?.close();
  await close();
  await service.close();
});

/** What a block says to type: the lines of `sh`, the prompts of `console`. */
function typed({ language, code }: Block): string[] {
  const lines = code.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  if (language === 'sh') return lines;
  return lines.filter((line) => line.startsWith('$ ')).map((line) => line.slice(2));
}

/** Programs that run here as a reader would run them. */
const RUNS = /^(?:(?:npx )?assetgen|cat|cp|mkdir|echo|export|git (?:init|add|commit|config))\b/;
/** What serves until it is stopped, or asks for what only the reader has (a UUID, a photo). */
const NEEDS_A_READER = /\bassetgen (?:serve|ui|status|portrait|merge-driver|merge-locks|keys)\b/;
/** Scripts of this repository: that they are there is checked, CI runs them. */
const REPOSITORY_SCRIPT = /\bnpm (?:run (?<script>[\w:]+)|(?<own>start|test))/g;

const blocks = blocksOf('sh', 'console').filter((block) => !block.note.startsWith('skip'));
const runs = blocks.filter((block) =>
  typed(block).every((line) => RUNS.test(line) && !NEEDS_A_READER.test(line)),
);

const byPage = new Map<string, Block[]>();
for (const block of runs) byPage.set(block.file, [...(byPage.get(block.file) ?? []), block]);

describe('every shell block that can run does', () => {
  for (const [file, own] of byPage) {
    // On a machine that others share each block may take a minute.
    test(file, { timeout: 600_000 + 60_000 * own.length }, async () => {
      // A page is read from its top: its blocks run one after the other in one project.
      const { root, env } = await makeProject();
      for (const block of own) {
        const script = typed(block).join('\n');
        const expected = /^exits (\d+)/.exec(block.note)?.[1] ?? '0';
        const ran = await runProgram('sh', ['-e', '-c', script], { cwd: root, env });
        expect({ at: `${block.file}:${block.line}`, script, ...ran }).toMatchObject({
          code: Number(expected),
        });
      }
    });
  }
  test('there are some', () => {
    expect(runs.length).toBeGreaterThan(10);
  });
});

/** A call of the command, up to the next one of the line. */
const ASSETGEN = /\bassetgen ([a-z][a-z-]*)((?: [^ &|#;]+)*)/g;

test('every npm script, command and option that a page names is there', async () => {
  const { scripts } = JSON.parse(readFileSync(path.join(REPOSITORY, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const missing: string[] = [];
  for (const block of blocks) {
    for (const line of typed(block)) {
      for (const { groups } of line.matchAll(REPOSITORY_SCRIPT)) {
        const name = groups?.['script'] ?? groups?.['own'] ?? '';
        if (!(name in scripts)) missing.push(`${block.file}:${block.line} npm run ${name}`);
      }
      for (const [, name = '', rest = ''] of line.matchAll(ASSETGEN)) {
        const command = await COMMANDS[name]?.load();
        const known = { ...command?.options, ...COMMON_OPTIONS };
        const options = [...rest.matchAll(/ --([a-z-]+)/g)].map(([, option = '']) => option);
        const wrong = options.filter((option) => !(option in known));
        if (command === undefined || wrong.length > 0) {
          missing.push(`${block.file}:${block.line} ${line}`);
        }
      }
    }
  }
  expect(missing).toEqual([]);
});

/** A project with the assets of the pages, in git, and `assetgen` and `npx assetgen` on the PATH. */
async function makeProject(): Promise<{ root: string; env: NodeJS.ProcessEnv }> {
  const root = await createProject(MANIFEST);
  const shims = path.join(root, '.bin');
  mkdirSync(shims);
  const call = `"${shim.file}" "$@"`;
  const programs = { assetgen: `exec ${call}`, npx: `shift; exec ${call}` };
  for (const [name, line] of Object.entries(programs)) {
    writeFileSync(path.join(shims, name), `#!/bin/sh\n${line}\n`);
    chmodSync(path.join(shims, name), 0o755);
  }
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false'];
  const git = (...args: string[]) => execFileSync('git', [...who, ...args], { cwd: root });
  git('init', '-q', '-b', 'main');
  git('add', 'assets.gen.json');
  git('commit', '-qm', 'assets');
  const cache = mkdtempSync(path.join(tmpdir(), 'cache-'));
  cpSync(made, cache, { recursive: true });
  const env = cleanEnv({
    ASSETGEN_API_URL: url,
    ASSETGEN_API_KEY: KEY,
    ASSETGEN_CACHE_DIR: cache,
  });
  return { root, env: { ...env, PATH: `${shims}${path.delimiter}${process.env['PATH'] ?? ''}` } };
}
