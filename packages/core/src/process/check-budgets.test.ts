import { describe, expect, it } from 'vitest';
import type { WeighedFile } from './check-budgets.ts';
import { checkBudgets } from './check-budgets.ts';

const file = (asset: string, bytes: number, gpuBytes = 0, drawCalls = 0): WeighedFile => ({
  asset,
  name: `${asset}.glb`,
  bytes,
  gpuBytes,
  drawCalls,
});

const FILES = [
  file('props/lamp', 1_200, 90_000, 1),
  file('props/town/well', 40_000, 2_500_000, 4),
  file('hero', 900_000, 30_000_000, 12),
];

describe('checkBudgets', () => {
  it('has nothing to say within the limits, up to the last byte', async () => {
    const budgets = [{ assets: 'props/**', maxBytes: 41_200, maxGpuBytes: 2_590_000 }];
    expect(await checkBudgets(budgets, FILES)).toEqual({ broken: [], unused: [] });
  });

  it('tells the numbers, and the largest files', async () => {
    const { broken } = await checkBudgets([{ assets: 'props/**', maxGpuBytes: 2_000_000 }], FILES);
    expect(broken.map(({ code, message }) => [code, message])).toEqual([
      [
        'ASSETGEN_SIZE_BUDGET',
        [
          'budget of "props/**": expected maxGpuBytes 2,000,000, found 2,590,000 bytes of GPU memory in 2 files',
          '  2,500,000   97 %  props/town/well.glb',
          '     90,000    3 %  props/lamp.glb',
        ].join('\n'),
      ],
    ]);
    expect(broken[0]?.hint).toMatch(/"budgets" in the config/);
  });

  it('sums over what a pattern matches, each limit by itself', async () => {
    const budgets = [
      { assets: 'props/*', maxDrawCalls: 1 },
      { assets: '**', maxBytes: 1, maxDrawCalls: 16 },
    ];
    const { broken } = await checkBudgets(budgets, FILES);
    expect(broken.map(({ message }) => message.split('\n')[0])).toEqual([
      'budget of "**": expected maxBytes 1, found 941,200 bytes in 3 files',
      'budget of "**": expected maxDrawCalls 16, found 17 draw calls in 3 files',
    ]);
  });

  it('shows the first of very many', async () => {
    const many = Array.from({ length: 20 }, (_, at) => file(`p${at}`, 100 + at));
    const { broken } = await checkBudgets([{ assets: '*', maxBytes: 1 }], many);
    const lines = broken[0]?.message.split('\n') ?? [];
    expect(lines).toHaveLength(10);
    expect(lines[1]).toContain('p19.glb');
    expect(lines.at(-1)).toBe('  and 12 smaller');
  });

  it('says which pattern matches nothing', async () => {
    const budgets = [{ assets: 'prop/**', maxBytes: 1 }];
    expect(await checkBudgets(budgets, FILES)).toEqual({ broken: [], unused: ['prop/**'] });
  });
});
