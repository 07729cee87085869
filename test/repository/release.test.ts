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

test('changesets of the command become versions and its changelog', async () => {
  const root = mkdtempSync(join(tmpdir(), 'changesets-'));
  mkdirSync(join(root, '.changeset'));
  const file = (name: string): string => join(root, '.changeset', name);
  writeFileSync(file('README.md'), '# Changesets\n');
  writeFileSync(
    file('a.md'),
    `---\n'assetgen': minor\n'@assetgen/core': patch\n---\n\nOne\nthing.\n`,
  );
  writeFileSync(file('b.md'), `---\n'assetgen': minor\n---\n\nAnother.\n`);
  writeFileSync(file('c.md'), `---\n'@assetgen/client': minor\n---\n\nThe client.\n`);
  const { takeCommand, withVersion } = await script('root-changelog.mjs');
  const entries: string[] = takeCommand(root);
  expect(entries).toEqual(['One\nthing.', 'Another.']);
  const heads = ['a', 'b', 'c'].map(
    (name) => readFileSync(file(`${name}.md`), 'utf8').split('\n')[1],
  );
  expect(heads).toEqual([
    "'@assetgen/core': patch",
    "'@assetgen/core': minor",
    "'@assetgen/client': minor",
  ]);
  const first = withVersion('# Changelog\n\n## Not released yet\n\nThemes.\n', '1.0.0', entries);
  expect(first).toBe(
    '# Changelog\n\n## Not released yet\n\n## 1.0.0\n\nThemes.\n\n- One\n  thing.\n- Another.\n',
  );
  expect(withVersion(first, '1.1.0', ['Third.'])).toBe(
    first.replace('## 1.0.0', '## 1.1.0\n\n- Third.\n\n## 1.0.0'),
  );
});

test('a changeset names the command and packages of the workspace, and no other', async () => {
  const { published } = await script('published.mjs');
  const known = new Set((published() as Package[]).map(({ manifest }) => manifest.name));
  const folder = join(REPOSITORY, '.changeset');
  for (const name of readdirSync(folder).filter((each) => /^(?!README).*\.md$/.test(each))) {
    const [, head = ''] = readFileSync(join(folder, name), 'utf8').split(/^---$/m);
    const named = [...head.matchAll(/^['"]?([^'":\n]+)['"]?:/gm)].map(([, each = '']) => each);
    expect(named.length, name).toBeGreaterThan(0);
    expect(
      named.filter((each) => !known.has(each)),
      name,
    ).toEqual([]);
  }
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
