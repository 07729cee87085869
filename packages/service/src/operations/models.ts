import type { Operation } from '../http/operation.ts';
import { json, v1Error } from '../http/replies.ts';
import { MODEL_LIST } from '../model-list.ts';
import { invalidV1 } from './refusals.ts';

export const unauthorizedV1 = (): Response =>
  v1Error(401, 'invalid_api_key', 'The API key is missing, invalid or expired.', {
    headers: { 'www-authenticate': 'Bearer' },
  });

/** `GET /openapi/v1/models`. */
export const models: Operation = {
  name: 'models',
  method: 'GET',
  path: '/openapi/v1/models',
  group: 'v1',
  unauthorized: unauthorizedV1,
  invalid: invalidV1,
  run: async () => json({ object: 'list', data: MODEL_LIST }),
};
