import { LIMITS } from '@assetgen/client';
import { readMultipartBody } from '../http/read-body.ts';
import { legacy, type Operation } from '../http/operation.ts';
import { imageError } from '../http/image-error.ts';
import { formatOf } from '../http/image-format.ts';
import { errorMessage } from '../http/invalid-request.ts';
import { json } from '../http/replies.ts';
import { filePartErrors } from './uploads.ts';

const reply = (statusCode: 0 | -1, result: boolean, message: string): Response =>
  json({ statusCode, result, message });

/** `POST /api/checkHumanImage`: JPG, JPEG or PNG, with a rate limit of its own (section 8). */
export const checkHumanImage: Operation = {
  ...legacy('checkHumanImage'),
  unauthorized: () => reply(-1, false, 'The token is invalid or expired.'),
  invalid: (errors) => reply(-1, false, errorMessage(errors)),
  async run({ request, context }) {
    if (!context.takePortraitCheck().allowed) {
      return reply(-1, false, 'The detection rate limit was reached: try again after a minute.');
    }
    const limit = LIMITS.imageBytes;
    const body = await readMultipartBody(request, { limit, field: 'image' });
    const errors = filePartErrors(body, 'image', 1);
    const file = body.files.find(({ field }) => field === 'image')?.file;
    if (errors.length > 0 || file === undefined) {
      return reply(-1, false, errorMessage(errors) || 'image: Required.');
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    const error = await imageError('image', file.type, bytes, limit);
    if (error !== undefined) return reply(-1, false, errorMessage([error]));
    const format = formatOf(bytes);
    if (format !== 'png' && format !== 'jpeg') {
      return reply(-1, false, `image: Expected JPG, JPEG or PNG; received ${format ?? 'neither'}.`);
    }
    try {
      const found = await context.makers.detectPortrait(bytes);
      return reply(0, found, found ? 'A portrait was detected.' : 'No portrait was detected.');
    } catch {
      // Good to its header, and broken behind it.
      return reply(-1, false, 'image: The image file cannot be read.');
    }
  },
};
