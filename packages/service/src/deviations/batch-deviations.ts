import { randomUUID } from 'node:crypto';
import type { Deviation, Rewrite } from './deviation.ts';
import { json, says, set, uuidsOf } from './rewritings.ts';
import type { Json } from './rewritings.ts';

const NO_FACE = 'No face was found in the image.';

const each = (change: (item: Json, index: number) => unknown): Rewrite =>
  json((body) => ({ ...body, results: body.results.map(change) }));
const results = (change: (uuids: string[], body: Json) => unknown): Rewrite =>
  json((body) => ({ ...body, results: change(uuidsOf(body), body) }));
const good = (uuids: readonly string[]) => ({ uuids, success: true, message: 'Generating' });
const bad = { uuids: [], success: false, message: NO_FACE };

const batch = (
  row: Pick<Deviation, 'name' | 'what' | 'rewrite' | 'outcome'> & Partial<Deviation>,
): Deviation => ({ of: ['createCuteModelsFromImages'], ...row });

/** Batches of chibi figures (section 2.7). */
export const BATCH_DEVIATIONS: readonly Deviation[] = [
  batch({
    name: 'batch-success-missing',
    what: 'The elements of a batch have no `success`.',
    rewrite: each(({ uuids, message }) => ({ uuids, message })),
    outcome: 'taken',
  }),
  batch({
    name: 'batch-success-as-text',
    what: 'The elements of a batch have `success` as the text `true`.',
    rewrite: each((item) => ({ ...item, success: 'true' })),
    outcome: 'taken',
  }),
  batch({
    name: 'batch-success-as-a-number',
    what: 'The elements of a batch have `success` as the number 1.',
    rewrite: each((item) => ({ ...item, success: 1 })),
    outcome: 'taken',
  }),
  batch({
    name: 'batch-one-uuid-each',
    what: 'The elements of a batch have `uuid` instead of `uuids`.',
    rewrite: each(({ uuids: [uuid], ...item }) => ({ ...item, uuid })),
    outcome: 'taken',
  }),
  batch({
    name: 'batch-uuids-as-text',
    what: 'The elements of a batch have their UUIDs as one text.',
    rewrite: each((item) => ({ ...item, uuids: item.uuids.join(',') })),
    outcome: 'taken',
  }),
  batch({
    name: 'batch-counts-wrong',
    what: 'A batch that is accepted counts no success and two failures.',
    rewrite: set({ successCount: 0, failureCount: 2 }),
    outcome: 'taken',
  }),
  batch({
    name: 'batch-counts-missing',
    what: 'A batch comes without counts, `failures` and `message`.',
    rewrite: json((body) => ({ success: true, results: body.results })),
    outcome: 'taken',
  }),
  batch({
    name: 'batch-partly-failed',
    what: 'One image of a batch failed, as the specification describes it.',
    rewrite: json((body) => ({
      ...body,
      ...counts(1, 1),
      results: [body.results[0], ...body.results.slice(1).map(() => bad)],
      failures: [{ index: 1, fileName: 'villain.png', message: NO_FACE }],
    })),
    outcome: 'kept',
  }),
  batch({
    name: 'batch-first-failed',
    what: 'The first image of a batch failed, and the second did not.',
    rewrite: json((body) => ({
      ...body,
      ...counts(1, 1),
      results: [bad, ...body.results.slice(1)],
      failures: [{ index: 0, fileName: 'hero.png', message: NO_FACE }],
    })),
    outcome: 'kept',
  }),
  batch({
    name: 'batch-success-as-text-false',
    what: 'The element of a failed image has `success` as the text `false`.',
    rewrite: each((item, index) => (index === 0 ? item : { ...bad, success: 'false' })),
    outcome: 'kept',
  }),
  batch({
    name: 'batch-failed-image-left-out',
    what: 'A failed image has no element in `results`, and is in `failures` alone.',
    rewrite: json((body) => ({
      ...body,
      ...counts(1, 1),
      results: body.results.slice(0, 1),
      failures: [{ file: 'image 2', error: NO_FACE }],
    })),
    outcome: 'kept',
  }),
  batch({
    name: 'batch-more-results',
    what: 'A batch has more elements than images.',
    rewrite: results((_uuids, body) => [...body.results, good([randomUUID()])]),
    outcome: 'kept',
  }),
  batch({
    name: 'batch-all-in-one-element',
    what: 'One element of a batch holds the UUIDs of all images.',
    rewrite: results((uuids) => [good(uuids)]),
    outcome: 'kept',
  }),
  batch({
    name: 'batch-several-uuids-in-one',
    what: 'The first element of a batch holds two UUIDs, the second none.',
    rewrite: results((uuids) => [good(uuids), good([])]),
    outcome: 'kept',
  }),
  batch({
    name: 'batch-one-uuid-for-two',
    what: 'Both elements of a batch hold the same UUID.',
    rewrite: results((uuids) => [good(uuids.slice(0, 1)), good(uuids.slice(0, 1))]),
    outcome: 'kept',
  }),
  batch({
    name: 'batch-uuids-at-the-top',
    what: 'A batch has its UUIDs at the top, beside no results.',
    rewrite: json((body) => ({ success: true, message: 'ok', uuids: uuidsOf(body) })),
    outcome: 'kept',
  }),
  batch({
    name: 'batch-in-data',
    what: 'A batch answers in the envelope of pictures: `data.uuids`.',
    rewrite: json((body) => ({ success: true, data: { uuids: uuidsOf(body) } })),
    outcome: 'kept',
  }),
  batch({
    name: 'batch-results-in-data',
    what: 'The results of a batch are in `data.results`.',
    rewrite: json(({ results: list, ...body }) => ({ ...body, data: { results: list } })),
    outcome: 'doubt',
  }),
  batch({
    name: 'batch-results-as-an-object',
    what: 'The results of a batch are an object with numbers as keys.',
    rewrite: results((_uuids, body) => ({ ...body.results })),
    outcome: 'doubt',
  }),
  batch({
    name: 'batch-without-uuids',
    what: 'A batch is charged and names no UUID.',
    rewrite: each(() => ({ success: true, message: 'Generating' })),
    outcome: 'doubt',
  }),
  batch({
    name: 'batch-all-failed',
    what: 'Every image of a batch failed, and nothing was charged.',
    instead: true,
    rewrite: says(200, {
      success: false,
      totalFiles: 2,
      ...counts(0, 2),
      results: [bad, { ...bad, message: 'The image is too small.' }],
      failures: [],
      message: '0 of 2 images accepted.',
    }),
    outcome: 'refused',
  }),
  batch({
    name: 'batch-all-in-failures',
    what: 'Every image of a batch is in `failures`, and `results` is empty.',
    instead: true,
    rewrite: says(200, {
      success: false,
      ...counts(0, 2),
      results: [],
      failures: [{ reason: NO_FACE }, { reason: 'The image is too small.' }],
    }),
    outcome: 'refused',
  }),
  batch({
    name: 'batch-success-false-with-uuids',
    what: 'A batch says `success: false` as a whole, and its elements have UUIDs.',
    rewrite: set({ success: false }),
    outcome: 'taken',
  }),
];

function counts(successCount: number, failureCount: number) {
  return { successCount, failureCount };
}
