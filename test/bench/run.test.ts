import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { REPOSITORY } from '../support/app.ts';
import { cleanEnv } from '../support/env.ts';
import { runNode } from '../support/run-node.ts';

const REPORT = pathToFileURL(join(REPOSITORY, 'bench/report.mjs')).href;
const ROW = { bench: 'fast', name: 'a build', target: 2, unit: 'ms', better: 'lower', ok: true };

describe('npm run bench', () => {
  let folder: string;
  const run = (...args: string[]) =>
    runNode(
      [
        join(REPOSITORY, 'bench/run.mjs'),
        `--folder=${join(folder, 'bench')}`,
        `--record=${join(folder, 'record.json')}`,
        `--docs=${join(folder, 'docs')}`,
        ...args,
      ],
      { cwd: REPOSITORY, env: cleanEnv() },
    );
  const bench = (name: string, code: string) =>
    writeFile(
      join(folder, `bench/${name}.mjs`),
      `import { appendFileSync, readFileSync } from 'node:fs'; import { report } from '${REPORT}';\n${code}`,
    );
  const record = async (...rows: object[]) => {
    await writeFile(join(folder, 'record.json'), JSON.stringify(rows));
  };
  const written = async () =>
    JSON.parse(await readFile(join(folder, 'record.json'), 'utf8')) as { share: number }[];
  const runsOf = async () => (await readFile(join(folder, 'runs'), 'utf8')).length;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bench-run-'));
    await mkdir(join(folder, 'bench'));
    await mkdir(join(folder, 'docs'));
    // The first run says 1.9 of 2, every later one 1.
    await bench(
      'fast',
      `appendFileSync(${JSON.stringify(join(folder, 'runs'))}, '.');
       const runs = readFileSync(${JSON.stringify(join(folder, 'runs'))}, 'utf8').length;
       report({ name: 'a build', value: runs === 1 ? 1.9 : 1, target: 2, unit: 'ms', peer: 'another' });
       report({ name: 'a limit', value: 9, target: 1 });`,
    );
  });

  it('fails on a ratio 1.5 times worse than the record, though its target is kept', async () => {
    await record({ ...ROW, value: 0.2, peer: 'another', share: 0.1 });
    const ran = await run('--check', '--only', 'fast');
    expect(ran.stderr).toContain('fast: a build is 0.50 of its target, recorded 0.1');
    expect(ran.stdout).toContain('1 ratios held to the record, 1 worse than it');
    expect(ran.code).toBe(1);
    expect(await runsOf()).toBe(3);
  });

  it('measures again what looks worse, and the best counts', async () => {
    await record({ ...ROW, value: 0.8, peer: 'another', share: 0.4 });
    const ran = await run('--check', '--only', 'fast');
    expect(ran.stdout).toContain('1 ratios held to the record, 0 worse than it');
    expect(ran.code).toBe(0);
    expect(await runsOf()).toBe(2);
  });

  it('holds no limit of a machine to the record', async () => {
    await record({ ...ROW, name: 'a limit', value: 0.1, target: 1, share: 0.1 });
    expect((await run('--check', '--only', 'fast')).code).toBe(0);
    expect(await runsOf()).toBe(1);
  });

  it('writes record, page and plots of what ended well, and keeps the rest', async () => {
    const left = join(folder, 'left');
    await bench(
      'slow',
      `import { mkdtempSync } from 'node:fs'; import { tmpdir } from 'node:os';
       appendFileSync(${JSON.stringify(left)}, mkdtempSync(tmpdir() + '/left-'));
       setInterval(() => undefined, 1000);`,
    );
    await bench('wrong', `report({ name: 'half', value: 1, target: 1 }); throw new Error('no');`);
    await record({ ...ROW, bench: 'slow', name: 'kept', value: 1, share: 0.5 });
    const ran = await run('--write', '--limit', '0.02');
    expect(ran.stderr).toContain('did not end well: slow, wrong');
    expect(ran.code).toBe(1);
    expect(await written()).toMatchObject([
      { bench: 'fast', name: 'a build', share: 0.95 },
      { bench: 'fast', name: 'a limit', share: 9, ok: false },
      { bench: 'slow', name: 'kept', share: 0.5 },
    ]);
    // What a benchmark leaves goes, though it was ended.
    expect(existsSync(await readFile(left, 'utf8'))).toBe(false);
    const page = await readFile(join(folder, 'docs/background/benchmarks.md'), 'utf8');
    expect(page).toMatch(/\| a build \| 1\.90 ms \| ≤ 2 ms \| another \| 0\.95 +\| ok {5}\|/);
    expect(page).toContain('3 measured, 1 missed');
    expect(await readFile(join(folder, 'docs/benchmarks/slow.svg'), 'utf8')).toMatch(/^<svg /);
    expect(ran.stdout).toContain('  fast: a limit: 9, 9.00 of 1');
  });
});
