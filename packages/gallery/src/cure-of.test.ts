import { expect, it } from 'vitest';
import { cureOf } from './cure-of.ts';

it.each([
  [
    'ASSETGEN_EXPECT',
    'story/sea.96w.webp: expected maxBytes 100, found 1214 bytes',
    { type: 'limit', key: 'maxBytes', limit: 100, found: 1214 },
  ],
  [
    'ASSETGEN_EXPECT',
    'a.png: expected minWidth 64, found a width of 32',
    { type: 'limit', key: 'minWidth', limit: 64, found: 32 },
  ],
  [
    'ASSETGEN_EXPECT',
    'a.mp4: expected maxDuration 4, found 5.04 seconds',
    { type: 'limit', key: 'maxDuration', limit: 4, found: 5.04 },
  ],
  ['ASSETGEN_EXPECT', 'a.glb: expected a valid GLB, found 2 errors', null],
  ['ASSETGEN_MODERATED', 'the prompt is not allowed', { type: 'words' }],
  ['ASSETGEN_JOB_FAILED', '0f failed: out of luck', { type: 'words' }],
  // Another try may succeed.
  ['ASSETGEN_RATE_LIMIT', 'too many requests', null],
  ['ASSETGEN_UNREACHABLE', 'expected maxBytes 1, found 2', null],
])('%s %j', (code, message, cure) => {
  expect(cureOf({ code, message })).toEqual(cure);
});
