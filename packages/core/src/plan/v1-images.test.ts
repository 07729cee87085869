import { describe, expect, it } from 'vitest';
import { EMPTY_LOCK, record } from '../lock/lock.ts';
import { lockedOf } from '../testing/locks.ts';
import { assetOf } from '../testing/manifests.ts';
import type { AssetPlan } from './asset-plan.ts';
import { orderV1Images } from './v1-images.ts';

const V1 = { kind: 'image', prompt: 'x', model: 'a/b' };

function planOf(name: string, status: 'none' | 'accepted', entry: object = V1): AssetPlan {
  const asset = { ...assetOf(entry as Record<string, unknown>), name };
  return { asset, source: { type: 'create', journal: { status } } } as unknown as AssetPlan;
}

const fresh = planOf('a-new', 'none');
const paid = planOf('paid', 'accepted');
const picture = planOf('picture', 'none', { kind: 'image', prompt: 'x' });

describe('orderV1Images', () => {
  it('has what is bought wait for what is paid for', () => {
    const { plans, after } = orderV1Images([fresh, paid, picture], EMPTY_LOCK);
    expect(plans.map(({ asset }) => asset.name)).toEqual(['paid', 'a-new', 'picture']);
    expect([fresh, paid, picture].map(after)).toEqual([['paid'], [], []]);
  });

  it('lets all go where the result of a V1 image was had before, or none is paid for', () => {
    const locked = lockedOf(assetOf(V1));
    const jobs = [{ operation: 'generateImages', uuids: ['u'], points: 1 }];
    const lock = { assets: record([['old', { ...locked, jobs }]]) };
    expect(orderV1Images([fresh, paid], lock).after(fresh)).toEqual([]);
    expect(orderV1Images([fresh, picture], EMPTY_LOCK).after(fresh)).toEqual([]);
  });

  it('waits for nothing that waits for an asset of the run', () => {
    const later = planOf('later', 'accepted');
    const input = { type: 'asset', name: 'a-new', position: later.asset.position } as const;
    const source = { ...later.asset.source, references: [input] };
    Object.assign(later.asset, { source });
    expect(orderV1Images([fresh, later], EMPTY_LOCK).after(fresh)).toEqual([]);
  });
});
