// The shortest program that buys N pictures as safely as the command does, and leaves as much behind: before a create
// goes out, its claim is on disk in two folders; each create has a connection of its own; the answer is on disk before
// anything else is done with it; a file is hashed, and on disk before it has its name; each picture is decoded once for
// its size, its main colour, a placeholder and a WebP, which is copied to where the app takes it from. It knows how long a job takes, and
// checks nothing of what comes. Told: the service's address, N, the time of a job in milliseconds, a folder.
import { createHash, hash } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  fsync,
  mkdirSync,
  openSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';

const [url, count, jobMs, folder] = process.argv.slice(2);
const [CREATES, JOBS, DOWNLOADS] = [8, 1000, 16];
const flush = promisify(fsync);
const journals = ['project', 'cache'].map((name) => join(folder, name, 'journal'));
const [blobs, index, files] = ['blobs', 'index', 'files'].map((name) => join(folder, name));
for (const each of [...journals, blobs, index, files]) mkdirSync(each, { recursive: true });
// As the workers of the command: an image has one thread.
sharp.concurrency(1);
const kept = new Agent({ keepAlive: true, maxSockets: DOWNLOADS });

const locked = {};
const jobs = semaphore(JOBS);
const creates = semaphore(CREATES);
const downloads = semaphore(DOWNLOADS);
await Promise.all(
  Array.from({ length: Number(count) }, (_each, number) => jobs(() => buy(number))),
);
await write(join(folder, 'lock.json'), JSON.stringify(locked, null, 2), true);
kept.destroy();

async function buy(number) {
  const prompt = `a view of the town number ${number}`;
  const recipe = hash('sha256', JSON.stringify({ kind: 'image', prompt }));
  const { uuids } = await creates(() => create(recipe, prompt));
  await delay(Number(jobMs));
  const resultUrl = await result(uuids[0]);
  const source = await downloads(async () => keep(await ask(resultUrl, kept), true, number));
  const { output, ...facts } = await convert(source.bytes);
  const made = await keep(output, false, number);
  copyFileSync(made.path, join(files, `${number}.webp`), constants.COPYFILE_FICLONE);
  const known = { uuids, digest: source.digest, bytes: source.bytes.length };
  const entry = { digest: made.digest, bytes: output.length, ...facts };
  await write(join(index, recipe), JSON.stringify(known), false);
  await write(join(index, `${recipe}-output`), JSON.stringify(entry), false);
  locked[number] = { recipe, ...known, outputs: [entry] };
}

/** The claim in both folders, the create, its answer in both folders. */
async function create(recipe, prompt) {
  const claim = `${JSON.stringify({ state: 'sending', recipe })}\n`;
  const copies = await Promise.all(
    journals.map(async (journal) => {
      const descriptor = openSync(join(journal, `${recipe}.jsonl`), 'wx');
      writeSync(descriptor, claim);
      await flush(descriptor);
      await flushFolder(journal);
      return descriptor;
    }),
  );
  const form = new Response(formOf({ prompt }));
  const body = Buffer.from(await form.arrayBuffer());
  const headers = { 'content-type': form.headers.get('content-type') };
  const { data } = JSON.parse(await ask('/api/createNormalPicture', false, body, headers));
  const answer = `${JSON.stringify({ state: 'accepted', ...data })}\n`;
  await Promise.all(
    copies.map(async (descriptor) => {
      writeSync(descriptor, answer);
      await flush(descriptor);
      closeSync(descriptor);
    }),
  );
  return data;
}

async function result(uuid) {
  for (;;) {
    const body = JSON.stringify({ uuid });
    const { data } = JSON.parse(await ask('/api/queryGenerationResult', kept, body));
    if (data.resultUrl !== null) return data.resultUrl;
    await delay(10);
  }
}

/** Into the store, by its digest. */
async function keep(bytes, isSynced, number) {
  const digest = createHash('sha256').update(bytes).digest('hex');
  const path = join(blobs, digest);
  await write(path, bytes, isSynced, number);
  return { path, digest, bytes };
}

async function convert(bytes) {
  const { width, height } = await sharp(bytes).metadata();
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const open = () => sharp(data, { raw: info });
  const [placeholder, pixels] = await Promise.all([
    open().resize({ width: 16 }).webp({ quality: 20 }).toBuffer(),
    open().resize({ width: 64, withoutEnlargement: true }).ensureAlpha().raw().toBuffer(),
  ]);
  const output = await open().webp().toBuffer();
  const color = pixels.subarray(0, 3).toString('hex');
  return { output, width, height, placeholder: placeholder.toString('base64'), color };
}

/** Under a name of its own first. */
async function write(path, content, isSynced, number = '') {
  const temporary = `${path}.${number}.tmp`;
  if (isSynced) {
    const descriptor = openSync(temporary, 'wx');
    writeFileSync(descriptor, content);
    await flush(descriptor);
    closeSync(descriptor);
  } else writeFileSync(temporary, content);
  renameSync(temporary, path);
}

/** All that ask while one sync is under way share the next. */
function flushFolder(path) {
  flushFolder.states ??= new Map();
  const state = flushFolder.states.get(path) ?? { now: null, next: null };
  flushFolder.states.set(path, state);
  const begin = () => {
    state.now = state.next;
    state.next = null;
    const descriptor = openSync(path, 'r');
    return flush(descriptor).finally(() => closeSync(descriptor));
  };
  state.next ??= Promise.resolve(state.now).then(begin);
  return state.next;
}

function formOf(fields) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

function ask(path, agent, body, headers = {}) {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const sent = request(new URL(path, url), { agent, method, headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks)));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

function semaphore(free) {
  const waiting = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise((go) => waiting.push(go));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
