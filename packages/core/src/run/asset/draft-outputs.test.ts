import { expect, it } from 'vitest';
import { assetOf } from '../../testing/manifests.ts';
import { draftOutputs } from './draft-outputs.ts';

it('gives drafts in AVIF little effort, unless the output sets one, and leaves the others', () => {
  const asset = assetOf({
    kind: 'image',
    prompt: 'x',
    outputs: ['avif', { format: 'avif', width: 9, effort: 7 }, { format: 'webp', width: 9 }],
  });
  const efforts = draftOutputs(asset).outputs.map(({ name, step }) => [name, step]);
  expect(efforts).toEqual([
    ['a.avif', { type: 'image', format: 'avif', options: { effort: 2 } }],
    ['a.9w.avif', { type: 'image', format: 'avif', options: { width: 9, effort: 7 } }],
    ['a.9w.webp', { type: 'image', format: 'webp', options: { width: 9 } }],
  ]);
  const film = assetOf({
    kind: 'video',
    prompt: 'x',
    outputs: [
      'mp4',
      { format: 'avif', poster: true },
      'webm',
      { format: 'mp4', effort: 3, suffix: 's' },
    ],
  });
  expect(draftOutputs(film).outputs.map(({ step }) => step)).toMatchObject([
    { type: 'video' },
    { type: 'poster', options: { effort: 2 } },
    { type: 'transcode', options: { effort: 0 } },
    { type: 'transcode', options: { effort: 3 } },
  ]);
});

it('measures no textures of a draft, and leaves those that were asked for', () => {
  const asset = assetOf({
    kind: 'model',
    prompt: 'x',
    outputs: [
      { format: 'glb', preset: 'mobile' },
      { format: 'glb', suffix: 'ktx', textures: { format: 'ktx2' } },
    ],
  });
  expect(draftOutputs(asset).outputs.map(({ step }) => step)).toMatchObject([
    { options: { textures: { format: 'webp', maxSize: 512 }, compress: 'meshopt' } },
    { options: { textures: { format: 'ktx2' } } },
  ]);
});
