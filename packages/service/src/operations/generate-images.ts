import { ASPECT_RATIOS, IMAGE_RESOLUTIONS, LIMITS } from '@assetgen/client';
import {
  mediaType,
  readJsonBody,
  readMultipartBody,
  type MultipartBody,
} from '../http/read-body.ts';
import type { Operation } from '../http/operation.ts';
import { checked, count, object, oneOf, readFields, text } from '../http/read-fields.ts';
import { fieldError, InvalidRequest } from '../http/invalid-request.ts';
import { json, v1Error } from '../http/replies.ts';
import { MODEL_LIST } from '../model-list.ts';
import { PRICES } from '../points/prices.ts';
import { imageSize } from '../sizes.ts';
import { unauthorizedV1 } from './models.ts';
import { invalidV1 } from './refusals.ts';
import { submit } from './submit.ts';
import { filePartErrors, keep, readImages, REFERENCES_LIMIT, textFields } from './uploads.ts';

const MODES = ['text-to-image', 'image-to-image'] as const;

/** Which fields are required is not shown: the two without which nothing can be made. */
const FIELDS = {
  model: text(),
  prompt: text(),
  mode: oneOf([...MODES, 'auto'], 'auto'),
  n: count(LIMITS.count, 1),
  resolution: oneOf(IMAGE_RESOLUTIONS, '1K'),
  aspect_ratio: oneOf(ASPECT_RATIOS, '1:1'),
  extra_body: object(),
};

/** A draft stands for an image of any model: other services have other names for all of these. */
const DRAFT_FIELDS = {
  ...FIELDS,
  mode: text('auto'),
  resolution: text('1K'),
  aspect_ratio: text('1:1'),
};

/** `POST /openapi/v1/images/generations` (section 4.1). */
export const generateImages: Operation = {
  name: 'generateImages',
  method: 'POST',
  path: '/openapi/v1/images/generations',
  group: 'v1',
  unauthorized: unauthorizedV1,
  invalid: invalidV1,
  async run(call) {
    const { options, files, moderate } = call.context;
    const multipart = mediaType(call.request) === 'multipart/form-data';
    const body = multipart ? await multipartBody(call.request) : undefined;
    const fields = body === undefined ? await readJsonBody(call.request) : await withExtra(body);
    const reading = readFields(options.draft ? DRAFT_FIELDS : FIELDS, fields, {
      text: multipart,
      unknown: 'refuse',
    });
    const images = body === undefined ? [] : await readImages(body, 'images');
    if (body !== undefined) {
      reading.errors.push(...filePartErrors(withoutExtra(body), 'images', LIMITS.references.max));
    }
    for (const { error } of images) if (error !== undefined) reading.errors.push(error);
    const { mode } = reading.values;
    if (mode === 'image-to-image' && images.length === 0) {
      reading.errors.push(fieldError('images', 'missing', 'Required for image-to-image.'));
    }
    if (mode === 'text-to-image' && images.length > 0) {
      reading.errors.push(fieldError('images', 'value', 'Expected no images for text-to-image.'));
    }
    const { model, prompt, n, resolution, aspect_ratio: ratio } = checked(reading);
    if (
      !options.draft &&
      !MODEL_LIST.some(({ id, modality }) => id === model && modality === 'image')
    ) {
      throw new InvalidRequest([
        fieldError('model', 'value', 'Expected the id of an image model of the list.', model),
      ]);
    }
    const denied = ['generateImages', model].find((name) => options.forbidden.has(name));
    if (denied !== undefined) {
      return v1Error(403, 'model_not_allowed', `The account has no access to ${denied}.`);
    }
    const rejection = moderate(prompt);
    if (rejection !== undefined) {
      return v1Error(400, 'content_policy_violation', rejection.message, { param: 'prompt' });
    }
    const accepted = await submit(call, {
      spec: {
        kind: 'picture',
        prompt,
        ...imageSize(ratio, resolution),
        references: await keep(files, images),
      },
      count: n,
      points: n * PRICES.image[resolution === '2K' ? '2K' : '1K'],
      source: 'image.generation',
    });
    // Group V1 lists no 402 (section 7.3).
    if (accepted === undefined) {
      return v1Error(403, 'insufficient_credits', 'Insufficient credits for this request.');
    }
    const created_at = Math.floor(accepted.at / 1000);
    const task = { object: 'task', type: 'image.generation', status: 'queued', model, created_at };
    const data = accepted.uuids.map((id) => ({ id, ...task }));
    return json({ object: 'list', data, usage: { credits: accepted.points } }, 202);
  },
};

const multipartBody = (request: Request): Promise<MultipartBody> =>
  readMultipartBody(request, { limit: REFERENCES_LIMIT, field: 'images' });

/** `extra_body` comes as a JSON part, which some clients send with a file name. */
async function withExtra(body: MultipartBody): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = textFields(body, 'images');
  const part = body.files.find(({ field }) => field === 'extra_body');
  if (part !== undefined) fields['extra_body'] = await part.file.text();
  return fields;
}

function withoutExtra(body: MultipartBody): MultipartBody {
  return { ...body, files: body.files.filter(({ field }) => field !== 'extra_body') };
}
