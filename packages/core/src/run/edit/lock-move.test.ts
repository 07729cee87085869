import { expect, it } from 'vitest';
import { manifestOf } from '../../testing/manifests.ts';
import { lockMoves, reverseMove } from './lock-move.ts';

it('a rename moves the asset, and outputs that other assets name after it', () => {
  const entries = (portrait: string) => ({
    [portrait]: { kind: 'image', prompt: 'ann', outputs: [{ format: 'png' }] },
    team: { kind: 'chibi', style: 's', images: [{ asset: portrait }, './bob.png'] },
    sea: { kind: 'image', prompt: 'a sea', references: [{ asset: portrait }] },
  });
  const manifest = (portrait: string) =>
    manifestOf({ 'assets.gen.json': JSON.stringify({ assets: entries(portrait) }) });
  const [before, after] = [manifest('ann'), manifest('people/eve')];
  const moves = lockMoves(before, after, 'ann', 'people/eve');
  expect(moves).toEqual([
    { from: 'ann', to: 'people/eve', outputs: { 'ann.png': 'people/eve.png' } },
    {
      from: 'team',
      to: 'team',
      outputs: { 'team/ann.glb': 'team/eve.glb', 'team/bob.glb': 'team/bob.glb' },
    },
  ]);
  expect(lockMoves(after, before, 'people/eve', 'ann')).toEqual(
    expect.arrayContaining(moves.map(reverseMove)),
  );
});
