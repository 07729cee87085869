import { readMultipartBody } from '../http/read-body.ts';
import { legacy, type Operation } from '../http/operation.ts';
import { checked, readFields, text } from '../http/read-fields.ts';
import { fieldError } from '../http/invalid-request.ts';
import { json, plainUnauthorized } from '../http/replies.ts';
import { PRICES } from '../points/prices.ts';
import { forbidden, insufficientPoints, invalidLegacy } from './refusals.ts';
import { submit } from './submit.ts';
import { filePartErrors, keep, readImages, textFields } from './uploads.ts';

const FIELDS = { styleType: text() };
/** All images of a batch together: there is no stated bound (section 8), but memory has one. */
const BATCH_LIMIT = 536_870_912;

/** `POST /api/createCuteModelsFromImages` (sections 2.7 and 4.2). */
export const createCuteModelsFromImages: Operation = {
  ...legacy('createCuteModelsFromImages'),
  unauthorized: plainUnauthorized,
  invalid: invalidLegacy,
  async run(call) {
    const { options, files } = call.context;
    const body = await readMultipartBody(call.request, { limit: BATCH_LIMIT, field: 'images' });
    const fields = textFields(body, 'images');
    const reading = readFields(FIELDS, fields, { text: true, unknown: 'refuse' });
    reading.errors.push(...filePartErrors(body, 'images', Infinity));
    const { styleType: style } = reading.values;
    // A draft stands for a figure of any service, where other styles are configured.
    if (style !== undefined && !options.draft && !options.styles.includes(style)) {
      const expected = `Expected a configured style: ${options.styles.join(', ')}.`;
      reading.errors.push(fieldError('styleType', 'value', expected, style));
    }
    if (!body.files.some(({ field }) => field === 'images')) {
      reading.errors.push(fieldError('images', 'missing', 'Expected at least 1 file.'));
    }
    const values = checked(reading);
    if (options.forbidden.has(this.name)) return forbidden(403, this.name);
    const images = await readImages(body, 'images');
    const good = images.filter((image) => image.error === undefined);
    const digests = await keep(files, good);
    const accepted =
      good.length === 0
        ? { uuids: [] }
        : await submit(call, {
            spec: { kind: 'chibi', style: values.styleType, images: digests },
            count: good.length,
            points: PRICES.chibi,
            source: 'chibi',
          });
    if (accepted === undefined) return insufficientPoints();
    const uuids = accepted.uuids.values();
    return json(
      answer(
        images.map(({ name, error }) => ({
          name,
          uuid: error === undefined ? uuids.next().value : undefined,
          message: error?.msg ?? 'Generating',
        })),
      ),
    );
  },
};

/** Every file stands in `results`, in its order; those that failed in `failures` too. */
function answer(
  items: readonly {
    readonly name: string;
    readonly uuid: string | undefined;
    readonly message: string;
  }[],
): Record<string, unknown> {
  const failures = items.flatMap(({ name, uuid, message }, index) =>
    uuid === undefined ? [{ index, fileName: name, message }] : [],
  );
  const successCount = items.length - failures.length;
  return {
    success: successCount > 0,
    totalFiles: items.length,
    successCount,
    failureCount: failures.length,
    results: items.map(({ uuid, message }) => ({
      uuids: uuid === undefined ? [] : [uuid],
      success: uuid !== undefined,
      message,
    })),
    failures,
    message: `${successCount} of ${items.length} images accepted.`,
  };
}
