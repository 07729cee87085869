import { ASPECT_RATIOS, LIMITS, VIDEO_RESOLUTIONS } from '@assetgen/client';
import { readMultipartBody } from '../http/read-body.ts';
import { legacy, type Call, type Operation } from '../http/operation.ts';
import {
  checked,
  count,
  oneOf,
  readFields,
  text,
  type Field,
  type ValuesOf,
} from '../http/read-fields.ts';
import { json, plainUnauthorized } from '../http/replies.ts';
import { priceOfVideo, PRICES } from '../points/prices.ts';
import { imageSize, videoSize } from '../sizes.ts';
import type { UploadDigest } from '../state/entry.ts';
import { forbidden, insufficientPoints, invalidLegacy } from './refusals.ts';
import { submit, type Submission } from './submit.ts';
import { filePartErrors, keep, readImages, REFERENCES_LIMIT, textFields } from './uploads.ts';

const PICTURE = {
  prompt: text(),
  modelKey: oneOf(['image-2', 'image-2-alt'], 'image-2'),
  aspectRatio: oneOf(ASPECT_RATIOS, '1:1'),
  jobNum: count(LIMITS.count, 1),
};
const VIDEO = {
  prompt: text(),
  aspectRatio: oneOf(ASPECT_RATIOS, '16:9'),
  jobNum: count(LIMITS.count, 1),
  duration: count(LIMITS.duration, LIMITS.duration.default),
  resolution: oneOf(VIDEO_RESOLUTIONS, '720p'),
};

/** `POST /api/createNormalPicture`. */
export const createNormalPicture: Operation = {
  ...legacy('createNormalPicture'),
  unauthorized: plainUnauthorized,
  invalid: invalidLegacy,
  run: (call) =>
    create(call, 'createNormalPicture', PICTURE, (fields, references) => ({
      spec: {
        kind: 'picture',
        prompt: fields.prompt,
        ...imageSize(fields.aspectRatio, '1K'),
        references,
      },
      count: fields.jobNum,
      points: fields.jobNum * PRICES.image['1K'],
      source: 'picture',
    })),
};

/** `POST /api/createNormalVideo`. */
export const createNormalVideo: Operation = {
  ...legacy('createNormalVideo'),
  unauthorized: plainUnauthorized,
  invalid: invalidLegacy,
  run: (call) =>
    create(call, 'createNormalVideo', VIDEO, (fields, references) => ({
      spec: {
        kind: 'video',
        prompt: fields.prompt,
        ...videoSize(fields.aspectRatio, fields.resolution),
        seconds: fields.duration,
        references,
      },
      count: fields.jobNum,
      points: fields.jobNum * priceOfVideo(fields.resolution, fields.duration),
      source: 'video',
    })),
};

async function create<F extends Readonly<Record<string, Field<unknown>>>>(
  call: Call,
  name: string,
  fields: F,
  submissionOf: (fields: ValuesOf<F>, references: readonly UploadDigest[]) => Submission,
): Promise<Response> {
  const { options, files, moderate } = call.context;
  const body = await readMultipartBody(call.request, { limit: REFERENCES_LIMIT, field: 'images' });
  const reading = readFields(fields, textFields(body, 'images'), { text: true, unknown: 'refuse' });
  reading.errors.push(...filePartErrors(body, 'images', LIMITS.references.max));
  const images = await readImages(body, 'images');
  for (const { error } of images) if (error !== undefined) reading.errors.push(error);
  const values = checked(reading);
  if (options.forbidden.has(name)) return forbidden(403, name);
  const rejection = moderate(String(body.fields['prompt']));
  if (rejection !== undefined) return json(rejection);
  const submission = submissionOf(values, await keep(files, images));
  const accepted = await submit(call, submission);
  if (accepted === undefined) return insufficientPoints();
  const { uuids, points: pointsDeducted } = accepted;
  return json({
    success: true,
    data: { pointsDeducted, queueStatus: 'queued', jobNum: uuids.length, uuids },
  });
}
