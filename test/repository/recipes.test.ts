import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { checkOptions } from '../../packages/core/src/config/check-options.ts';
import { COMMANDS } from '../../src/commands/index.ts';
import { REPOSITORY } from '../support/app.ts';

const PAGE = readFileSync(`${REPOSITORY}/docs/background/caches.md`, 'utf8');

/** The blocks of a language, in the order of the page. */
const blocks = (language: string): string[] =>
  [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'gm'))].map(
    ([, text = '']) => text,
  );

describe('the recipes of docs/background/caches.md', () => {
  test('configs are configs', () => {
    expect(blocks('json').length).toBeGreaterThan(2);
    for (const text of blocks('json')) checkOptions(JSON.parse(text), 'docs/background/caches.md');
  });

  test('pipelines are YAML, and their URLs are tiers', () => {
    const [github, gitlab] = blocks('yaml').map((text) => parse(text)) as [any, any];
    const { env, steps } = github.jobs.build;
    expect(steps.map((step: { run?: string }) => step.run)).toContain('npx assetgen build');
    const urls = [...env.ASSETGEN_REMOTE_CACHE.matchAll(/'(s3:[^']+)'/g)].map(([, url]) => url);
    expect(urls).toHaveLength(2);
    for (const url of urls) checkOptions({ cache: { remote: url } }, url);
    expect(gitlab.build.script).toContain('npx assetgen build');
  });

  test('commands that are named exist', () => {
    const named = [...PAGE.matchAll(/assetgen ([a-z-]+)(?= |`|\n)/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !Object.hasOwn(COMMANDS, name))).toEqual([]);
  });

  test('scripts of the shell can be read by one', () => {
    for (const text of blocks('sh')) execFileSync('bash', ['-n'], { input: text });
  });
});
