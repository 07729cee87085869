// A service of pictures in a process of its own, whose jobs take a time and nothing else: what a
// build waits for beyond that time is its own doing. Told by `fork`: the time of a job in
// milliseconds, how many requests a minute it answers (0: all), and which create gets no answer: it is
// accepted and charged, and the connection ends (0: none).
import { createServer } from 'node:http';
import { crc32, deflateSync } from 'node:zlib';

const [jobMs, perMinute = 0, lost = 0] = process.argv.slice(2).map(Number);
const WINDOW_MS = 60_000;
const jobs = [];
const counts = {};
let window = { from: -Infinity, used: 0 };

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const [, group, name] = request.url.split(/[/?]/);
    const operation = group === 'file' ? 'file' : name;
    if (operation === 'file') {
      note(operation);
      response.end(picture(Number(name)));
      return;
    }
    if (isRefused()) {
      note('refused');
      response.writeHead(429).end('{"message":"Too many requests, retry after a minute."}');
      return;
    }
    note(operation);
    response.setHeader('content-type', 'application/json');
    const body = JSON.stringify(answer(operation, Buffer.concat(chunks).toString('latin1')));
    if (operation === 'createNormalPicture' && jobs.length === lost) request.socket.destroy();
    else response.end(body);
  });
});

function note(what) {
  counts[what] = (counts[what] ?? 0) + 1;
}

process.on('message', (message) => {
  if (message === 'counts') process.send({ ...counts });
  if (message === 'end') process.exit(0);
});
process.on('disconnect', () => process.exit(0));
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () =>
  process.send({ url: `http://127.0.0.1:${server.address().port}` }),
);

/** So many requests in each minute that begins with the first of them; files count for nothing. */
function isRefused() {
  if (perMinute === 0) return false;
  const now = performance.now();
  if (now - window.from >= WINDOW_MS) window = { from: now, used: 0 };
  window.used += 1;
  return window.used > perMinute;
}

function answer(operation, body) {
  switch (operation) {
    case 'createNormalPicture': {
      const uuid = `aaaaaaaa-0000-4000-8000-${String(jobs.length).padStart(12, '0')}`;
      jobs.push(performance.now() + jobMs);
      const data = { pointsDeducted: 3, queueStatus: 'queued', jobNum: 1, uuids: [uuid] };
      return { success: true, data };
    }
    case 'queryGenerationResult': {
      const { uuid } = JSON.parse(body);
      const number = Number(uuid.slice(-12));
      const done = jobs[number] <= performance.now();
      const { port } = server.address();
      const resultUrl = done ? `http://127.0.0.1:${port}/file/${number}?sig=1` : null;
      const status = done ? 'completed' : 'processing';
      return { success: true, data: { uuid, status, resultType: 'image', resultUrl } };
    }
    case 'queryPointsInfo':
      return { statusType: 0, message: '', data: { total_points: 1_000_000 } };
    default:
      return { statusType: -1, message: 'not here', progress: null };
  }
}

/** A PNG of one pixel, another for each number. */
function picture(number) {
  const chunk = (name, data) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.from('00000001000000010802000000', 'hex');
  const pixel = Buffer.from([0, number & 255, (number >> 8) & 255, 7]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixel)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
