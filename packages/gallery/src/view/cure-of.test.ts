import { readFileSync } from 'node:fs';
import type { Asset, Output } from '@assetgen/core';
import { expect, it } from 'vitest';
import { curesOf } from './cure-of.ts';

const output = (name: string, step: object): Output =>
  ({ name, format: name.split('.').at(-1), member: 0, step }) as unknown as Output;
const WEBP = output('hill.96w.webp', { type: 'image', format: 'webp', options: { width: 96 } });
const AVIF = output('hill.avif', { type: 'image', format: 'avif', options: {} });
const PNG = output('hill.png', { type: 'image', format: 'png', options: {} });
const GLB = output('hill.glb', { type: 'model', options: { textures: { format: 'ktx2' } } });
const STL = output('hill.stl', { type: 'convert', format: 'stl', size: 20 });
const MP4 = output('hill.mp4', { type: 'video' });
const WEBM = output('hill.webm', { type: 'transcode', format: 'webm', options: {} });
const POSTER = output('hill.poster.webp', { type: 'poster', format: 'webp', at: 9, options: {} });

const WORDS = { type: 'picture', prompt: 'a hill' };
const FILE = { type: 'local', input: { type: 'file', given: './art/hill.png' } };
const V1 = { type: 'v1', model: 'flux', prompt: 'a hill' };

interface Row {
  readonly code: string;
  readonly message?: string;
  readonly outputs?: readonly Output[];
  readonly source?: object;
  readonly hasSource?: boolean;
}

/** Whether the same again can succeed, and of each cure what is written where. */
function told({
  code,
  message = '',
  outputs = [WEBP],
  source = WORDS,
  hasSource = true,
}: Row): string[] {
  const asset = { name: 'hill', kind: 'image', source, outputs } as unknown as Asset;
  const { cures, isFinal } = curesOf({ code: `ASSETGEN_${code}`, message }, { asset, hasSource });
  const written = cures.map((cure) =>
    cure.type === 'words'
      ? cure.again
        ? 'other words, or again'
        : 'other words'
      : `${cure.output ?? ''}#${cure.key}=${JSON.stringify(cure.next)}`,
  );
  return [isFinal ? 'fails again' : 'may pass', ...written];
}

/** What a person puts right elsewhere, or time does. */
const OUTSIDE = [
  'AUTH',
  'FORBIDDEN',
  'RATE_LIMIT',
  'WAIT',
  'UNREACHABLE',
  'SERVICE',
  'RESPONSE',
  'ABORTED',
  'JOB_TIMEOUT',
  'JOB_UNKNOWN',
  'NO_QUERY',
  'STATE',
  'NO_RESULT',
  'PORTRAIT_UNKNOWN',
  'BUSY',
  'BOUGHT_ELSEWHERE',
  'FROZEN',
  'BUDGET',
  'POINTS',
  'DECLINED',
  'AMBIGUOUS',
  'INTERRUPTED',
  'DOWNLOAD',
  'LINK',
  'STORE',
  'DISK',
  'JOURNAL',
  'SIZE_BUDGET',
  'NOT_APPROVED',
  'WORKER',
  'INTERNAL',
];

const ROWS: readonly (readonly [Row, ...string[]])[] = [
  // Limits: a larger one, or an output that keeps it.
  [
    { code: 'EXPECT', message: 'hill.96w.webp: expected maxBytes 600, found 1200 bytes' },
    'fails again',
    '#expect.maxBytes=1200',
    'hill.96w.webp#quality=40',
    'hill.96w.webp#width=67',
  ],
  [
    {
      code: 'EXPECT',
      message: 'hill.glb: expected maxTriangles 500, found 900 triangles',
      outputs: [GLB],
    },
    'fails again',
    '#expect.maxTriangles=900',
    'hill.glb#maxTriangles=500',
  ],
  [
    {
      code: 'EXPECT',
      message: 'hill.glb: expected maxGpuBytes 9, found 12 bytes, 8 of them',
      outputs: [GLB],
    },
    'fails again',
    '#expect.maxGpuBytes=12',
    'hill.glb#textures.maxSize=1024',
  ],
  [
    {
      code: 'EXPECT',
      message: 'hill.glb: expected maxDrawCalls 1, found 3 draw calls',
      outputs: [GLB],
    },
    'fails again',
    '#expect.maxDrawCalls=3',
    'hill.glb#join=true',
  ],
  [
    {
      code: 'EXPECT',
      message: 'hill.mp4: expected maxDuration 4, found 5.04 seconds',
      outputs: [MP4],
    },
    'fails again',
    '#expect.maxDuration=5.04',
  ],
  [
    {
      code: 'EXPECT',
      message: 'hill.png: expected minWidth 64, found a width of 32',
      outputs: [PNG],
    },
    'fails again',
    '#expect.minWidth=32',
  ],
  [
    { code: 'EXPECT', message: 'hill.glb: expected a valid GLB, found 2 errors', outputs: [GLB] },
    'fails again',
    '#expect.valid=false',
  ],
  // An output that cannot be made of what there is.
  [
    {
      code: 'CONTENT',
      message: 'hill.96w.webp: webp has at most 16,383 pixels a side, and this image has more',
      outputs: [WEBP, AVIF],
    },
    'fails again',
    'hill.96w.webp#width=96',
    'hill.96w.webp#format="avif"',
    'hill.96w.webp#=null',
  ],
  [
    {
      code: 'CONTENT',
      message: 'hill.glb: a texture of 4096 × 4096 pixels: as KTX2 it has at most 9',
      outputs: [GLB],
    },
    'fails again',
    'hill.glb#textures.maxSize=1024',
    'hill.glb#textures.format="webp"',
  ],
  [
    {
      code: 'CONTENT',
      message: 'hill.poster.webp: the video has no frame at 9 seconds',
      outputs: [MP4, POSTER],
    },
    'fails again',
    'hill.poster.webp#poster=0',
    'hill.poster.webp#=null',
  ],
  [
    { code: 'CONTENT', message: 'hill.webm: webm of vp9: ffmpeg failed: no', outputs: [WEBM] },
    'fails again',
    'hill.webm#format="mp4"',
  ],
  // What this machine lacks may be installed.
  [
    {
      code: 'FFMPEG_MISSING',
      message: 'hill.webm: webm of vp9 needs ffmpeg, found none',
      outputs: [MP4, WEBM],
    },
    'may pass',
    'hill.webm#format="mp4"',
    'hill.webm#codec="av1"',
    'hill.webm#=null',
  ],
  [
    {
      code: 'KTX_MISSING',
      message: 'hill.glb: "encoder": "native" needs an encoder',
      outputs: [GLB],
    },
    'may pass',
    'hill.glb#textures.encoder=null',
  ],
  // A conversion by the service.
  [
    {
      code: 'JOB_FAILED',
      message: 'hill: conversion of 0f-1 to stl failed: no',
      outputs: [GLB, STL],
    },
    'fails again',
    'hill.stl#format="glb"',
    'hill.stl#size=20',
    'hill.stl#=null',
  ],
  [
    { code: 'REJECTED', message: 'hill: size: too large', outputs: [GLB, STL] },
    'fails again',
    'hill.stl#format="glb"',
    'hill.stl#size=20',
    'hill.stl#=null',
  ],
  [
    {
      code: 'CONVERT_CHARGED',
      message: 'hill: the conversion to stl was requested again',
      outputs: [STL],
    },
    'may pass',
    'hill.stl#format="glb"',
    'hill.stl#size=20',
  ],
  // The words, the model, the image.
  [{ code: 'MODERATED' }, 'fails again', 'other words'],
  [{ code: 'REJECTED', hasSource: false }, 'fails again', 'other words'],
  [{ code: 'JOB_FAILED' }, 'fails again', 'other words, or again'],
  [{ code: 'DIGEST' }, 'fails again', 'other words, or again'],
  [{ code: 'REMADE' }, 'fails again', 'other words, or again'],
  [{ code: 'MODEL', source: V1 }, 'fails again', '#model="flux"'],
  [{ code: 'PORTRAIT' }, 'fails again', '#requirePortrait=false'],
  [
    { code: 'CONTENT', message: 'expected an image', source: FILE },
    'fails again',
    '#source="./art/hill.png"',
  ],
  [{ code: 'CONTENT', message: 'expected an image' }, 'fails again', 'other words, or again'],
  [
    { code: 'INPUT', message: 'expected a PNG', source: FILE },
    'may pass',
    '#source="./art/hill.png"',
  ],
  // Nothing here makes it pass: its own words say what does.
  [{ code: 'BATCH' }, 'fails again'],
  // Another try may go better, and needs no change.
  [
    { code: 'CONTENT', message: 'expected a file, found a page of HTML', hasSource: false },
    'may pass',
  ],
  ...OUTSIDE.map(
    (code) => [{ code, message: 'expected maxBytes 1, found 2' }, 'may pass'] as const,
  ),
];

it.each(ROWS.map(([row, ...cures]) => [row, cures] as const))('%j', (row, cures) => {
  expect(told(row)).toEqual(cures);
});

it('knows of every failure that a run can tell of an asset', () => {
  const page = readFileSync(
    new URL('../../../../docs/reference/errors.md', import.meta.url),
    'utf8',
  );
  const sections = /^## (?:Points and decisions|The service|Files): [\s\S]*?(?=^## )/gm;
  const codes = [...page.matchAll(sections)].flatMap(([section]) =>
    [...section.matchAll(/^\| `ASSETGEN_(\w+)`/gm)].map(([, code]) => code),
  );
  expect(codes.length).toBeGreaterThan(30);
  const known = new Set<string | undefined>(ROWS.map(([{ code }]) => code));
  expect(codes.filter((code) => !known.has(code))).toEqual([]);
});
