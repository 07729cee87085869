import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { openTestService } from '../testing/open-test-service.ts';

const HEAD =
  '--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';

test('a body without an end is refused while it arrives', async () => {
  const service = openTestService();
  const { url } = await service.listen();
  const piece = new Uint8Array(1_048_576);
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(sent === 0 ? new TextEncoder().encode(HEAD) : piece);
      sent++;
    },
  });
  const response = await fetch(`${url}/api/generateModelWithImage`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer key',
      'content-type': 'multipart/form-data; boundary=b',
    },
    body,
    duplex: 'half',
  } as RequestInit);
  expect(response.status).toBe(400);
  const { errors } = (await response.json()) as any;
  expect(errors[0]).toMatchObject({ path: 'image', type: 'too_large' });
  expect(sent).toBeLessThan(70);
  await service.close();
});

test('a Content-Length beyond the limit is refused before a byte of the body', async () => {
  const service = openTestService();
  const { url } = await service.listen();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(
    'POST /api/generateModelWithImage HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer key\r\n' +
      'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 99999999\r\n\r\n',
  );
  const answer = await new Promise<string>((resolve) => {
    socket.once('data', (bytes) => resolve(bytes.toString()));
  });
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(answer).toMatch(/too_large/);
  socket.destroy();
  await service.close();
});
