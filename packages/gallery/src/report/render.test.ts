import { expect, test } from 'vitest';
import sharp from 'sharp';
import { changeOf, pointsSince } from './compare.ts';
import { htmlReport } from './html.ts';
import { markdownReport } from './markdown.ts';
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
  review: null,
  points: 20,
  change: null,
  now: {
    picture: { webp: WEBP, draft: false },
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
  points: cards.reduce((sum, { points }) => sum + (points ?? 0), 0),
  groups: [
    { name: '', assets: 1, bytes: 900, gpuBytes: 0, drawCalls: 0 },
    { name: 'props', assets: 2, bytes: 1_300_000, gpuBytes: 6_200_000, drawCalls: 4 },
  ],
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
  [undefined, undefined, null, 0],
  [undefined, entry(), 'added', 4],
  [entry(), undefined, 'removed', 0],
  [entry(), entry({ fields: { prompt: 'x' } }), null, 0],
  [entry(), entry({ outputs: {} }), 'changed', 0],
  [entry(), bought, 'changed', 8],
  [entry(), entry({ jobs: [{ operation: 'x', uuids: ['u3'], points: null }] }), null, null],
] as const)('what became of an asset, and what it cost (%#)', (before, now, change, points) => {
  expect(changeOf(before, now)).toBe(change);
  expect(pointsSince(before, now)).toBe(points);
});

const NASTY = '</p><script>alert(1)</script> "q" \'q\' & <img src=x onerror=alert(1)>';

test('nothing in a page is read as markup, and it may load nothing', () => {
  const since = { revision: NASTY, commit: 'f'.repeat(40) };
  const html = htmlReport({
    ...reportOf([{ ...CARD, prompt: NASTY, reason: NASTY }], since),
    title: NASTY,
  });
  expect(html).not.toMatch(/<script|<img src=x/);
  expect(html).toContain('&lt;script&gt;alert(1)');
  expect(html).toMatch(
    /Content-Security-Policy" content="default-src &#39;none&#39;; img-src data:/,
  );
  expect(html).not.toMatch(/https?:|src="(?!data:)|href=/);
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
  expect(htmlReport(report)).toContain('needs work by Ann &lt;a&gt;, changed since: too | dark');
});
