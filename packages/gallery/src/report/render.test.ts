import { expect, test } from 'vitest';
import sharp from 'sharp';
import { totalOf, totalOfAll } from '../shared/total-of.ts';
import { changeOf, pointsSince } from './compare.ts';
import { markdownReport } from './markdown.ts';
import type { MarkdownOptions } from './markdown.ts';
import { pngReport } from './sheet.ts';
import type { Card, Report } from './types.ts';
import type { Digest, Fingerprint, LockedAsset } from '@assetgen/core';

const WEBP = await sharp({ create: { width: 32, height: 24, channels: 3, background: '#c33' } })
  .webp()
  .toBuffer();
const CARD: Card = {
  name: 'props/dragon',
  kind: 'model',
  state: 'ready',
  standIn: false,
  reason: '',
  prompt: 'a dragon',
  promptBefore: null,
  review: null,
  points: totalOf([20]),
  change: null,
  now: {
    picture: { hex: 'd'.repeat(64), webp: WEBP },
    draft: false,
    bytes: 1_200_000,
    triangles: 12_400,
    gpuBytes: 6_100_000,
    drawCalls: 3,
    textures: [
      { roles: ['baseColor'], width: 1024, height: 1024, format: 'etc1s', gpuBytes: 699_051 },
    ],
    size: null,
  },
  before: null,
};
const reportOf = (cards: readonly Card[], since: Report['since'] = null): Report => ({
  title: 'game',
  since,
  cards,
  assets: cards.length,
  ready: cards.length,
  points: totalOfAll(cards.map(({ points }) => points)),
  groups: [
    { name: '', assets: 1, bytes: 900, gpuBytes: 0, drawCalls: 0 },
    { name: 'props', assets: 2, bytes: 1_300_000, gpuBytes: 6_200_000, drawCalls: 4 },
  ],
  failing: [],
  price: { min: 0, max: 0 },
  free: false,
});

const entry = (over: Partial<LockedAsset> = {}): LockedAsset => ({
  kind: 'image',
  recipe: 'a'.repeat(64) as Fingerprint,
  fields: {},
  jobs: [{ operation: 'createNormalPicture', uuids: ['u1'], points: 4 }],
  variants: [],
  outputs: {
    'a.png': {
      fingerprint: 'b'.repeat(64) as Fingerprint,
      digest: 'sha256-1' as Digest,
      bytes: 1,
      meta: {},
    },
  },
  ...over,
});
const bought = entry({
  recipe: 'c'.repeat(64) as Fingerprint,
  jobs: [
    { operation: 'createNormalPicture', uuids: ['u1'], points: 4 },
    { operation: 'createNormalPicture', uuids: ['u2'], points: 8 },
  ],
});

test.each([
  [undefined, undefined, null, []],
  [undefined, entry(), 'added', [4]],
  [entry(), undefined, 'removed', []],
  [entry(), entry({ fields: { prompt: 'x' } }), null, []],
  [entry(), entry({ outputs: {} }), 'changed', []],
  [entry(), bought, 'changed', [8]],
  [entry(), entry({ jobs: [{ operation: 'x', uuids: ['u3'], points: null }] }), null, [null]],
] as const)('what became of an asset, and what it cost (%#)', (before, now, change, points) => {
  expect(changeOf(before, now)).toBe(change);
  expect(pointsSince(before, now)).toEqual(totalOf(points));
});

test('a comment is one table, whatever the prompts say, and is never too long', () => {
  const prompt = 'a | b\n# c `d` **e** @team #12 http://x.y <b>';
  const text = markdownReport(reportOf([{ ...CARD, prompt }]));
  expect(text).toMatchInlineSnapshot(`
    "### Generated assets of game

    1 asset, 20 points spent.

    - without a folder: 1 asset, 900 B
    - props: 2 assets, 1.3 MB, 6.2 MB of GPU memory, 4 draw calls

    | Asset | Kind | State | Points | Is | Prompt |
    | --- | --- | --- | --- | --- | --- |
    | \`props/dragon\` | model | ready | 20 | 12,400 triangles · 3 draw calls · 6.1 MB of GPU memory · baseColor 1024 × 1024 etc1s · 1.2 MB | a \\| b # c \\\`d\\\` \\*\\*e\\*\\* @​team #​12 http:​//x.y &lt;b&gt; |
    "
  `);
  const many = Array.from({ length: 3000 }, (_, index) => ({ ...CARD, name: `a${index}` }));
  const long = markdownReport(reportOf(many));
  expect(long.length).toBeLessThan(65_536);
  expect(long).toMatch(/… and \d+ more\.\n$/);
});

test('of points that are not all known, the known part is told, and what is unknown', () => {
  const part = totalOf([20, null, null]);
  const report = reportOf([
    { ...CARD, points: part },
    { ...CARD, name: 'b', points: totalOf([]) },
  ]);
  const [, , summary = '', ...lines] = markdownReport(report).split('\n');
  const [first, second] = lines.filter((line) => line.startsWith('| `'));
  expect(summary).toBe('2 assets, at least 20 points spent: 2 purchases unknown.');
  expect(first).toContain('| at least 20 points: 2 purchases unknown |');
  expect(second).toContain('| ready |  |');
  const unknown = markdownReport(reportOf([{ ...CARD, points: totalOf([null]) }]));
  expect(unknown).toContain('1 asset, points unknown.');
});

test('of the embedded service no points are told', () => {
  expect(markdownReport({ ...reportOf([CARD]), free: true })).not.toMatch(/points|20/i);
  const since = { revision: 'main', commit: 'f'.repeat(40) };
  expect(markdownReport({ ...reportOf([CARD], since), free: true })).not.toMatch(/points|20/i);
});

const SITE: MarkdownOptions = {
  pictureUrl: ({ hex }) => `https://x.example/a|b"/${hex.slice(0, 4)}.webp`,
  assetUrl: (name) => `https://x.example/#/asset/${name}`,
};

test('a comment shows before and after, the words of before, and links to the page of each asset', () => {
  const before = { ...CARD.now!, picture: { hex: 'e'.repeat(64), webp: WEBP }, bytes: 900 };
  const changed: Card = { ...CARD, change: 'changed', before, promptBefore: 'a <b>worm</b>' };
  const gone: Card = { ...changed, name: 'old', change: 'removed', state: null, now: null };
  const since = { revision: 'main', commit: 'f'.repeat(40) };
  const lines = markdownReport(reportOf([changed, gone], since), SITE).split('\n');
  const [first = '', second = ''] = lines.filter((line) => /^\| \[?`/.test(line));
  expect(first).toContain('[`props/dragon`](<https://x.example/#/asset/props/dragon>)');
  expect(first.match(/<img src="[^"|]*" alt="[^"]*" width="160">/g)).toEqual([
    '<img src="https://x.example/a%7Cb&quot;/eeee.webp" alt="props/dragon, before" width="160">',
    '<img src="https://x.example/a%7Cb&quot;/dddd.webp" alt="props/dragon, now" width="160">',
  ]);
  expect(first).toContain('a dragon<br>was: a &lt;b&gt;worm&lt;/b&gt;');
  // Of what is gone there is a picture, and no page.
  expect(second).toMatch(/^\| `old` \| removed /);
  expect(second.match(/<img/g)).toHaveLength(1);
});

test('a comment names what fails first, with the reason', () => {
  const failing = Array.from({ length: 23 }, (_, index) => ({
    name: `a${index}`,
    reason: 'expected maxBytes 1 | <b>',
  }));
  const text = markdownReport({ ...reportOf([CARD]), failing });
  expect(text).toContain('**Failing: 23**\n\n- `a0`: expected maxBytes 1 \\| &lt;b&gt;\n- `a1`');
  expect(text).toContain('- `a19`: expected maxBytes 1 \\| &lt;b&gt;\n- … and 3 more\n');
  expect(text.indexOf('Failing')).toBeLessThan(text.indexOf('| Asset'));
});

test('a comment holds no control character and no override of direction', () => {
  const evil = 'a\u001b[2J\u009b\u202eb';
  const text = markdownReport({ ...reportOf([{ ...CARD, prompt: evil }]), title: evil });
  expect(text).toContain('\\u202e');
  expect(text).not.toMatch(/(?!\n)\p{Cc}|\u202e/u);
});

test.each([0, 1, 7, 130])('a sheet of %i cards is a PNG that holds them', async (count) => {
  const cards = Array.from({ length: count }, () => CARD);
  const bytes = await pngReport(reportOf(cards));
  const { format, width, height } = await sharp(bytes).metadata();
  expect(format).toBe('png');
  expect(width / height).toBeLessThan(8);
  if (count === 0) return;
  const pixels = await sharp(bytes)
    .extract({ left: 60, top: 110, width: 1, height: 1 })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer();
  expect((pixels[0] ?? 0) - (pixels[1] ?? 0)).toBeGreaterThan(60);
});

test('tells what was decided, and that it is about older files', () => {
  const review = {
    state: 'needs-work',
    by: 'Ann <a>',
    at: '2026-01-01',
    note: 'too | dark',
    isCurrent: false,
  } as const;
  const report = reportOf([{ ...CARD, review }]);
  expect(markdownReport(report)).toContain(
    'ready, needs work by Ann &lt;a&gt;, changed since: too \\| dark',
  );
});
