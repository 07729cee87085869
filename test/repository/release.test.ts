import { mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { REPOSITORY } from '../support/app.ts';

const script = async (name: string) =>
  import(pathToFileURL(join(REPOSITORY, 'scripts', name)).href);

interface Package {
  readonly manifest: {
    readonly name: string;
    readonly dependencies?: Readonly<Record<string, string>>;
  };
}

test('each package is published behind those of ours that it depends on', async () => {
  const { published, publishOrder } = await script('published.mjs');
  const order = (publishOrder() as Package[]).map(({ manifest }) => manifest);
  const names = order.map(({ name }) => name);
  expect([...names].sort()).toEqual(
    (published() as Package[]).map(({ manifest }) => manifest.name).sort(),
  );
  for (const [at, { name, dependencies = {} }] of order.entries()) {
    const later = Object.keys(dependencies).filter((each) => names.indexOf(each) > at);
    expect(later, name).toEqual([]);
  }
  expect(names.at(-1)).toBe('assetgen');
});

test('one setting says where the repository stands, in every package', async () => {
  const root = mkdtempSync(join(tmpdir(), 'repository-'));
  mkdirSync(join(root, 'packages/core'), { recursive: true });
  const write = (file: string, manifest: object): void =>
    writeFileSync(join(root, file), JSON.stringify(manifest));
  write('package.json', { name: 'assetgen', license: 'MIT', bugs: 'old' });
  write('packages/core/package.json', { name: '@assetgen/core', license: 'MIT' });
  const { setRepository } = await script('set-repository.mjs');
  setRepository(root, 'https://host.example/team/assetgen.git');
  const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));
  const shared = {
    homepage: 'https://host.example/team/assetgen/tree/main/docs#readme',
    bugs: 'https://host.example/team/assetgen/issues',
  };
  const repository = { type: 'git', url: 'git+https://host.example/team/assetgen.git' };
  expect(read('package.json')).toEqual({
    name: 'assetgen',
    ...shared,
    repository,
    license: 'MIT',
  });
  expect(read('packages/core/package.json')).toMatchObject({
    ...shared,
    repository: { ...repository, directory: 'packages/core' },
  });
  expect(() => setRepository(root, 'https://me:secret@host.example/x')).toThrow(/without a user/);
});

describe('a release stops', () => {
  const READY = {
    version: '1.2.3',
    versions: [['assetgen', '1.2.3']],
    tag: 'v1.2.3',
    changesets: [],
    url: 'https://host.example/a/b',
  };
  test.each([
    [{}, []],
    [{ tag: null }, ['expected the tag v1.2.3, found none']],
    [{ tag: 'v1.2.4' }, ['expected the tag v1.2.3, found v1.2.4']],
    [{ versions: [['@assetgen/core', '1.2.2']] }, ['not of version 1.2.3: @assetgen/core']],
    [{ changesets: ['a.md'] }, ['1 changesets are in no version: npm run version:all']],
    [{ url: null }, ['REPOSITORY_URL is not set: provenance names the repository']],
  ])('for %j: %j', async (change, problems) => {
    const { releaseProblems } = await script('release-problems.mjs');
    expect(releaseProblems({ ...READY, ...change })).toEqual(problems);
  });
});

test('entries of the changelog are for people who use the packages', () => {
  const folder = join(REPOSITORY, '.changeset');
  const entries = readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => {
      const [, , text = ''] = readFileSync(join(folder, name), 'utf8').split(/^---$/m);
      return { name, text: text.trim() };
    });
  for (const { name, text } of entries) {
    expect(text, name).toMatch(/^\S[\s\S]*[.)]$/);
    // A file of ours says nothing to them.
    expect(text, name).not.toMatch(/\b(?:src|packages|test|scripts)\/[\w/-]+/);
    expect(text, name).not.toMatch(/\b(?:refactor(?:ed)?|internal(?:ly)? rename)\b/i);
    expect(text.split(/\s+/).length, `${name}: too long`).toBeLessThan(300);
  }
});
