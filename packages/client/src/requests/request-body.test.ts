import { expect, it } from 'vitest';
import { multipartBody } from './request-body.ts';

const text = { name: 'prompt', text: 'a view' } as const;

it('a multipart body without files is one piece, as long as it says', async () => {
  const body = multipartBody([text, { name: 'extra_body', text: '{}', type: 'application/json' }]);
  const pieces: Uint8Array[] = [];
  for await (const piece of body.open()) pieces.push(piece);
  expect(pieces).toEqual([body.bytes]);
  expect(body.bytes).toHaveLength(body.length);
  const boundary = body.type.split('=')[1];
  expect(Buffer.from(body.bytes ?? []).toString()).toBe(
    [
      `--${boundary}`,
      'Content-Disposition: form-data; name="prompt"',
      '',
      'a view',
      `--${boundary}`,
      'Content-Disposition: form-data; name="extra_body"',
      'Content-Type: application/json',
      '',
      '{}',
      `--${boundary}--`,
      '',
    ].join('\r\n'),
  );
  expect(await body.read('createNormalPicture')).toBe(body);
});
