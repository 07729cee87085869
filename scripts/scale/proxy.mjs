import { once } from 'node:events';
import { createServer, connect } from 'node:net';

/**
 * A way to a server that can be made bad:
 *
 * - `refused`: connections end, and none is taken.
 * - `hangs`: nothing passes, and nothing ends.
 * - `lost`: questions arrive, answers do not; then the connections end.
 */
export async function openProxy(port) {
  const pairs = new Set();
  let weather = 'well';
  let answeredAt = Number.NEGATIVE_INFINITY;
  const server = createServer((near) => {
    if (weather === 'refused') {
      near.resetAndDestroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    const pair = { near, far };
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
    near.on('data', (data) => far.write(data));
    far.on('data', (data) => {
      if (weather === 'lost') return;
      answeredAt = performance.now();
      near.write(data);
    });
    if (weather === 'hangs') hold(pair);
  });
  const hold = ({ near, far }) => {
    near.pause();
    far.pause();
  };
  const cut = () => {
    for (const { near, far } of pairs) {
      near.resetAndDestroy();
      far.destroy();
    }
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: server.address().port,
    /** Whether an answer has passed since then, by `performance.now()`. */
    hasAnsweredSince: (time) => answeredAt >= time,
    set(next) {
      if (next === 'refused') cut();
      if (next === 'hangs') for (const pair of pairs) hold(pair);
      if (next === 'well' && weather === 'lost') cut();
      if (next === 'well' && weather === 'hangs') {
        for (const { near, far } of pairs) {
          near.resume();
          far.resume();
        }
      }
      weather = next;
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
