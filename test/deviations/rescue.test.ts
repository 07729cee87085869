import { DEVIATIONS } from '@assetgen/service/deviations';
import { describe, expect, it } from 'vitest';
import { expectedOf } from './expectations.ts';
import { onStage } from './play.ts';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** What a person does who reads an error, and what comes of it. */
describe('what was paid for, and could not be read, is taken by the words of the error', () => {
  const rows = DEVIATIONS.filter((row) => {
    const { words } = expectedOf(row);
    return row.outcome === 'doubt' && words.some((each) => String(each).includes('IDs in it:'));
  });
  it('of most rows that name an id', () => expect(rows.length).toBeGreaterThan(20));

  it.each(rows.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
    const { journey, points } = expectedOf(row);
    await onStage(row, journey, async ({ build, declare }) => {
      const first = await build();
      const [, told = '', instead = ''] =
        /write "uuid": (?:("[^"]+"|\[[^\]]*\]) in place of "(\w+)")?/.exec(first.words) ?? [];
      const { [instead]: _known, ...others } = journey.asset;
      const ids = told === '' ? (first.words.match(UUID) ?? []) : [JSON.parse(told)].flat();
      declare({ ...others, uuid: told === '' ? ids.slice(0, 2) : ids[0] });
      const second = await build();
      expect(second).toMatchObject({ exit: 0, codes: [], told: 0, creates: 1, points: points[0] });
      expect(await build()).toMatchObject({ exit: 0, creates: 1, points: points[0] });
    });
  });
});

describe('figures that cannot be told apart are taken when a person says which is whose', () => {
  const rows = DEVIATIONS.filter((row) => {
    const { code, words } = expectedOf(row);
    return code[0] === 'ASSETGEN_BATCH' && words.some((each) => String(each).includes('2 UUIDs'));
  });
  it.each(rows.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
    const { journey } = expectedOf(row);
    await onStage(row, journey, async ({ build, declare }) => {
      const ids = [...new Set((await build()).words.match(UUID))];
      expect(ids).toHaveLength(2);
      declare({ ...journey.asset, uuid: ids });
      expect(await build()).toMatchObject({ exit: 0, codes: [], creates: 1, points: 30 });
    });
  });
});

describe('an image that failed is taken out of the batch, and nothing is bought again', () => {
  it.each([
    ['batch-partly-failed', 'hero.png'],
    ['batch-first-failed', 'villain.png'],
    ['batch-success-as-text-false', 'hero.png'],
  ])('%s', async (name, good) => {
    const row = DEVIATIONS.find((each) => each.name === name);
    if (row === undefined) throw new Error(`no row ${name}`);
    const { journey } = expectedOf(row);
    await onStage(row, journey, async ({ build, declare }) => {
      expect(await build()).toMatchObject({ exit: 1, creates: 1, points: 30 });
      declare({ ...journey.asset, images: [good] });
      expect(await build()).toMatchObject({ exit: 0, codes: [], creates: 1, points: 30 });
      expect(await build()).toMatchObject({ exit: 0, creates: 1, points: 30 });
    });
  });
});
