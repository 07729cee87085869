import { FACE_RANGES, LIMITS, MESH_QUALITIES } from '@assetgen/client';
import { readJsonBody, readMultipartBody } from '../http/read-body.ts';
import { legacy, type Call, type Operation } from '../http/operation.ts';
import { checked, count, flag, integer, oneOf, readFields, text } from '../http/read-fields.ts';
import type { FieldReading, ValuesOf } from '../http/read-fields.ts';
import { fieldError, InvalidRequest } from '../http/invalid-request.ts';
import { json, plainUnauthorized } from '../http/replies.ts';
import { priceOfModel } from '../points/prices.ts';
import type { UploadDigest } from '../state/entry.ts';
import { forbidden, insufficientPoints, invalidLegacy } from './refusals.ts';
import { submit } from './submit.ts';
import { filePartErrors, keep, readImages, textFields } from './uploads.ts';

/** Fields of both 3D creations (section 4.2). */
const SHARED = {
  mesh_quality: oneOf(MESH_QUALITIES, 'high'),
  modelCount: count(LIMITS.count, 4),
  disablePbr: oneOf([0, 1], 0),
  onlyGenerateMesh: flag(false),
  faceNum: integer({}, null),
};
const TEXT = { prompt: text(), ...SHARED };
const IMAGE = { ...SHARED, enableImageEnhancement: flag(false) };

type Shared = ValuesOf<typeof SHARED>;

/** `POST /api/generateModelWithText`. */
export const generateModelWithText: Operation = {
  ...legacy('generateModelWithText'),
  unauthorized: plainUnauthorized,
  invalid: invalidLegacy,
  async run(call) {
    const body = await readJsonBody(call.request);
    const reading = readFields(TEXT, body, { text: false, unknown: 'refuse' });
    checkFaces(reading);
    const { prompt, ...shared } = checked(reading);
    const denied = ['generateModelWithText', shared.mesh_quality].find((name) =>
      call.context.options.forbidden.has(name),
    );
    if (denied !== undefined) return forbidden(403, denied);
    const rejection = call.context.moderate(prompt);
    if (rejection !== undefined) return json(rejection);
    return create(call, shared, { prompt, image: null, enhance: false, url: null });
  },
};

/** `POST /api/generateModelWithImage`. */
export const generateModelWithImage: Operation = {
  ...legacy('generateModelWithImage'),
  unauthorized: plainUnauthorized,
  invalid: invalidLegacy,
  async run(call) {
    const { files, options, links } = call.context;
    const limit = LIMITS.imageBytes;
    const body = await readMultipartBody(call.request, { limit, field: 'image' });
    const reading = readFields(IMAGE, textFields(body, 'image'), { text: true, unknown: 'refuse' });
    checkFaces(reading);
    reading.errors.push(...filePartErrors(body, 'image', 1));
    const images = await readImages(body, 'image');
    for (const { error } of images) if (error !== undefined) reading.errors.push(error);
    if (images.length === 0 && !Object.hasOwn(body.fields, 'image')) {
      reading.errors.push(fieldError('image', 'missing', 'Required.'));
    }
    const { enableImageEnhancement: enhance, ...shared } = checked(reading);
    const denied = [
      'generateModelWithImage',
      shared.mesh_quality,
      ...(enhance ? ['enableImageEnhancement'] : []),
    ].find((name) => options.forbidden.has(name));
    // The specification lists no 403 for this operation: the account is blocked.
    if (denied !== undefined) return forbidden(402, denied);
    const [image] = await keep(files, images);
    if (image === undefined)
      throw new InvalidRequest([fieldError('image', 'missing', 'Required.')]);
    const url = links.sign(call.origin, `/files/upload/${image}`);
    return create(call, shared, { prompt: '', image, enhance, url });
  },
};

/** The range of the face count depends on the quality ("Quality branches"). */
function checkFaces(reading: FieldReading<Shared>): void {
  const { faceNum, mesh_quality: quality } = reading.values;
  if (faceNum == null || quality === undefined) return;
  const { min, max } = FACE_RANGES[quality];
  if (faceNum >= min && faceNum <= max) return;
  const expected = `Expected an integer from ${min} to ${max} for mesh_quality ${quality}.`;
  reading.errors.push(fieldError('faceNum', 'range', expected, faceNum));
}

async function create(
  call: Call,
  fields: Shared,
  input: {
    readonly prompt: string;
    readonly image: UploadDigest | null;
    readonly enhance: boolean;
    /** Signed, of the uploaded image. */
    readonly url: string | null;
  },
): Promise<Response> {
  const { mesh_quality: quality, onlyGenerateMesh: meshOnly } = fields;
  const { min, max, default: standard } = FACE_RANGES[quality];
  const faces = fields.faceNum ?? standard;
  const pbr = fields.disablePbr === 0 && !meshOnly;
  const { prompt, image, enhance } = input;
  const accepted = await submit(call, {
    spec: { kind: 'model', prompt, faces, pbr, meshOnly, enhance, quality, image },
    count: fields.modelCount,
    points: fields.modelCount * priceOfModel({ quality, pbr, meshOnly, enhance }),
    source: image === null ? 'text-to-3d' : 'image-to-3d',
  });
  if (accepted === undefined) return insufficientPoints();
  return json({
    type: 'sys',
    message: 'Generating',
    uuids: accepted.uuids,
    uploadedImageUrl: input.url,
    pointsDeducted: accepted.points,
    generationConfig: { faceNum: { default: standard, min, max, value: faces } },
  });
}
