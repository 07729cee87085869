import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path, { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { AssetMessage, ProjectMessage } from '@assetgen/gallery';
import { createProject, runCommand, writeManifest } from '../support/command.ts';
import { FAILING_LOGO, writeBrokenLogo } from '../support/failing-logo.ts';

const KEY = 'the-key-of-nobody';
const cache = mkdtempSync(path.join(tmpdir(), 'report-cache-'));
const env = { ASSETGEN_API_KEY: KEY, ASSETGEN_CACHE_DIR: cache };
const BEFORE = {
  hero: { kind: 'image', prompt: 'a red boat <b>at sea</b>' },
  sky: { kind: 'image', prompt: 'clouds' },
  gone: { kind: 'image', prompt: 'a lamp' },
};
const NOW = {
  hero: { kind: 'image', prompt: 'a blue boat <b>at sea</b>' },
  sky: { kind: 'image', prompt: 'clouds' },
  new: { kind: 'image', prompt: 'a tree' },
};

let root = '';
const git = (...args: string[]): string => {
  const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...who, ...args], { cwd: root, encoding: 'utf8' });
};
/** A machine that is busy takes its time. */
const REPORT = ['report', '--all-pictures'];
const report = (...args: string[]) => runCommand(root, [...REPORT, ...args], env);
/** Progress is told after a second of work. */
const STILL_CLOCK = {
  NODE_OPTIONS: `--import=${new URL('../support/still-clock.mjs', import.meta.url).href}`,
};
const HURRIED_CLOCK = {
  NODE_OPTIONS: `--import=${new URL('../support/hurried-clock.mjs', import.meta.url).href}`,
};

beforeAll(async () => {
  root = await createProject({ assets: BEFORE }, { service: 'local' });
  git('init', '-q');
  expect((await runCommand(root, ['build'], env)).code).toBe(0);
  git('add', 'assets.gen.json', 'assets.gen.lock.json');
  git('commit', '-qm', 'first');
  writeManifest(root, { assets: NOW });
  expect((await runCommand(root, ['build'], env)).code).toBe(0);
});

/** Every file of a folder, by its path there. */
function filesOf(folder: string): Map<string, Buffer> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = names
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
  return new Map(files.map((file) => [path.relative(folder, file), readFileSync(file)]));
}
const dataOf = (folder: string, name: string): unknown =>
  JSON.parse(readFileSync(join(folder, 'data', name), 'utf8'));

test('all assets: a copy of the gallery, in one folder that tells no secret', async () => {
  const lock = readFileSync(path.join(root, 'assets.gen.lock.json'), 'utf8');
  const { code, stdout, stderr } = await runCommand(root, REPORT, { ...env, ...STILL_CLOCK });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^\.assetgen[/\\]report: 3 assets, \d+ files, \d/);
  const folder = path.join(root, '.assetgen/report');
  const project = dataOf(folder, 'project.json') as ProjectMessage;
  expect(project.assets.map(({ name, prompt }) => [name, prompt])).toContainEqual([
    'hero',
    'a blue boat <b>at sea</b>',
  ]);
  const { uuids } = JSON.parse(lock).assets.hero.jobs[0] as { uuids: [string] };
  const files = filesOf(folder);
  // What it shows is there, and nothing else is.
  const { preview } = project.assets[0]!;
  expect(files.has(path.join('content', preview!.digest))).toBe(true);
  expect(files.has(path.join('thumbnail', `${preview!.digest.slice(0, 64)}.webp`))).toBe(true);
  for (const [name, bytes] of files) {
    for (const secret of [KEY, root, cache, homedir() + '/', uuids[0], 'X-Amz-', '%TOKEN%']) {
      expect(bytes.includes(secret), `${secret} in ${name}`).toBe(false);
    }
  }
  // Nothing of the project changes, and the next copy takes the place of this one.
  expect(readFileSync(path.join(root, 'assets.gen.lock.json'), 'utf8')).toBe(lock);
  writeFileSync(path.join(folder, 'data/asset/old.json'), '{}');
  expect((await report()).code).toBe(0);
  expect([...filesOf(folder).keys()].sort()).toEqual([...files.keys()].sort());
});

test('a folder of somebody else is not touched', async () => {
  mkdirSync(path.join(root, 'public'));
  writeFileSync(path.join(root, 'public/index.html'), 'mine');
  const { code, stderr } = await report('--out', 'public');
  expect(code).toBe(2);
  expect(stderr).toMatch(/^ASSETGEN_USAGE .*expected an empty folder, or an earlier copy/);
  expect(readdirSync(path.join(root, 'public'))).toEqual(['index.html']);
});

test.skipIf(process.platform === 'win32')('what lies behind a link is not published', async () => {
  const linked = await createProject({ assets: { sky: BEFORE.sky } }, { service: 'local' });
  const own = { ...env, ASSETGEN_CACHE_DIR: path.join(linked, '.cache') };
  expect((await runCommand(linked, ['build'], own)).code).toBe(0);
  const [file] = Object.keys(
    JSON.parse(readFileSync(path.join(linked, 'assets.gen.lock.json'), 'utf8')).assets.sky.outputs,
  ) as [string];
  const output = path.join(linked, '.assetgen/files', file);
  const secret = path.join(mkdtempSync(path.join(tmpdir(), 'secret-')), 'id');
  writeFileSync(secret, 's'.repeat(statSync(output).size));
  rmSync(output);
  symlinkSync(secret, output);
  rmSync(path.join(linked, '.cache'), { recursive: true });
  expect((await runCommand(linked, [...REPORT, '--out', 'copy'], own)).code).toBe(0);
  for (const bytes of filesOf(path.join(linked, 'copy')).values()) {
    expect(bytes.includes('s'.repeat(64))).toBe(false);
  }
});

test('in a clone that was never built, the folder of the page stays out of version control', async () => {
  const clone = await createProject({ assets: NOW }, { service: 'local' });
  expect((await runCommand(clone, REPORT, env)).code).toBe(0);
  expect(readFileSync(path.join(clone, '.assetgen/.gitignore'), 'utf8')).toMatch(/^\*$/m);
});

test('of an asset that failed, what went wrong', async () => {
  const other = await createProject({ assets: FAILING_LOGO });
  await writeBrokenLogo(other);
  expect((await runCommand(other, ['build'], env)).code).toBe(1);
  expect((await runCommand(other, REPORT, env)).code).toBe(0);
  const [name] = Object.keys(FAILING_LOGO) as [string];
  const folder = path.join(other, '.assetgen/report');
  const { problems } = dataOf(folder, `asset/${name.replaceAll('/', '~')}.json`) as AssetMessage;
  expect(problems[0]?.message).toMatch(/^expected an image: /);
  for (const bytes of filesOf(folder).values()) expect(bytes.includes(other)).toBe(false);
  const { stdout } = await runCommand(other, [...REPORT, '--format', 'md'], env);
  expect(stdout).toContain(`**Failing: 1**\n\n- \`${name}\`: expected an image`);
});

test('since a revision: what changed, with what was there, and what it cost', async () => {
  const { code, json } = await report('--since', 'HEAD', '--json', '--out', 'since');
  expect(code).toBe(0);
  expect(json()).toMatchObject({
    format: 'html',
    points: 8,
    assets: [
      { name: 'gone', change: 'removed', state: null, points: 0 },
      { name: 'hero', change: 'changed', state: 'ready', points: 4 },
      { name: 'new', change: 'added', state: 'ready', points: 4 },
    ],
  });
  const folder = path.join(root, 'since');
  const { assets, copy } = dataOf(folder, 'project.json') as ProjectMessage;
  expect(assets.map(({ name, change }) => [name, change])).toEqual([
    ['hero', 'changed'],
    ['new', 'added'],
  ]);
  expect(copy).toMatchObject({ since: 'HEAD', removed: ['gone'] });
  const hero = dataOf(folder, 'asset/hero.json') as AssetMessage;
  expect(hero.beforePrompt).toBe('a red boat <b>at sea</b>');
  const pictures = [hero.before, hero.preview].map((preview) =>
    readFileSync(path.join(folder, 'thumbnail', `${preview!.digest.slice(0, 64)}.webp`)),
  );
  for (const picture of pictures) {
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 640 });
  }
  expect(pictures[0]!.equals(pictures[1]!)).toBe(false);
  expect(existsSync(path.join(folder, 'content', hero.beforeFiles![0]!.digest!))).toBe(true);
});

test('Markdown is printed, a picture is written, and a format that is not one is told', async () => {
  const markdown = await report('--since', 'HEAD', '--format', 'md');
  expect(markdown.stdout).toContain('1 added, 1 changed, 1 removed since HEAD, free.');
  expect(markdown.stdout).toMatch(/^\| `hero` \| changed \| 1024/m);
  expect(markdown.stdout).toMatch(/a blue boat .*<br>was: a red boat /);
  expect(markdown.stdout).not.toContain('<img');
  // In a file, with pictures beside it; or those of a copy that is served.
  await report('--since', 'HEAD', '--out', 'change.md');
  const [picture] = /change-pictures\/\w{64}\.webp/.exec(
    readFileSync(path.join(root, 'change.md'), 'utf8'),
  ) as unknown as [string];
  expect((await sharp(path.join(root, picture)).metadata()).width).toBe(640);
  const served = await report('--since', 'HEAD', '--format', 'md', '--url', 'https://x.example/a');
  expect(served.stdout).toMatch(/"https:\/\/x\.example\/a\/thumbnail\/\w{64}\.webp"/);
  await report('--out', 'sheet.png');
  const { format, width } = await sharp(path.join(root, 'sheet.png')).metadata();
  expect(format).toBe('png');
  expect(width).toBeGreaterThan(400);
  // One page that needs no other file: its pictures are data URLs, and its policy loads nothing else.
  await report('--since', 'HEAD', '--out', 'sheet.html');
  const page = readFileSync(path.join(root, 'sheet.html'), 'utf8');
  expect(page).toContain('default-src &#39;none&#39;; img-src data:;');
  expect(page).toContain('1 added, 1 changed, 1 removed since HEAD, free');
  const [, data = ''] = /src="data:image\/webp;base64,([^"]+)"/.exec(page) ?? [];
  expect((await sharp(Buffer.from(data, 'base64')).metadata()).format).toBe('webp');
  expect(page).not.toMatch(/<script|(?:src|href)="(?!data:)/);
  for (const args of [
    ['--since', 'no-such-branch'],
    ['--since', '--output=stolen'],
    ['--out', 'sheet.gif'],
    ['--format', 'pdf'],
    ['--html', '--format', 'md'],
    ['--format', 'md', '--out', 'sheet.png'],
    ['--format', 'md', '--out', 'sheet.html'],
    ['--format', 'md', '--url', 'https://ann:secret@x.example/'],
  ]) {
    const { code, stderr } = await report(...args);
    expect([code, stderr.split(' ')[0]]).toEqual([2, 'ASSETGEN_USAGE']);
  }
});

test('pictures for which there is no time are left out, unless all are asked for', async () => {
  const pictures = path.join(root, '.assetgen/thumbnails');
  rmSync(pictures, { recursive: true, force: true });
  const hurried = (...args: string[]) =>
    runCommand(root, ['report', '--out', 'late', ...args], { ...env, ...HURRIED_CLOCK });
  // Of three assets and an earlier purchase.
  const first = await hurried();
  expect(first.code).toBe(0);
  expect(first.stderr).toMatch(/^4 pictures left out: .*--all-pictures/m);
  expect(existsSync(path.join(root, 'late/thumbnail'))).toBe(false);
  expect((await hurried('--json')).json()).toMatchObject({ leftOut: 4 });
  expect((await hurried('--json', '--all-pictures')).json()).toMatchObject({ leftOut: 0 });
  expect(readdirSync(path.join(root, 'late/thumbnail'))).toHaveLength(4);
  // What is drawn is there for the next one.
  expect((await hurried('--json')).json()).toMatchObject({ leftOut: 0 });
});

test('without a cache, what was there before is said to be elsewhere', async () => {
  renameSync(cache, `${cache}-kept`);
  rmSync(path.join(root, '.assetgen/thumbnails'), { recursive: true, force: true });
  expect((await report('--since', 'HEAD', '--out', 'elsewhere')).code).toBe(0);
  const folder = path.join(root, 'elsewhere');
  const { before, beforeFiles, preview } = dataOf(folder, 'asset/hero.json') as AssetMessage;
  // The files of today stand in the project; of what went, the lock keeps a very small picture.
  expect(existsSync(path.join(folder, 'content', preview!.digest))).toBe(true);
  expect(beforeFiles).toEqual([]);
  const small = await sharp(path.join(folder, 'thumbnail', `${before!.digest}.webp`)).metadata();
  expect(small.width).toBeLessThan(64);
  rmSync(cache, { recursive: true, force: true });
  renameSync(`${cache}-kept`, cache);
});
