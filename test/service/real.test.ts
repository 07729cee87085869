import { createService, type LocalService, type ServiceOptions } from '@assetgen/service';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';

const open: LocalService[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((service) => service.close()));
});

interface Running {
  readonly url: string;
  ask(name: string, body: object): Promise<any>;
  /** Asks until `done`; the number of answers on the way counts as a sign of life. */
  until(name: string, body: object, done: (answer: any) => boolean): Promise<any>;
  readonly answers: { count: number; slowest: number };
}

async function start(options: ServiceOptions = {}): Promise<Running> {
  const service = createService(options);
  open.push(service);
  const { url } = await service.listen();
  const answers = { count: 0, slowest: 0 };
  const ask = async (name: string, body: object): Promise<any> => {
    const form = body instanceof FormData;
    const asked = performance.now();
    const response = await fetch(`${url}/api/${name}`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer key',
        ...(!form && { 'content-type': 'application/json' }),
      },
      body: form ? body : JSON.stringify(body),
    });
    answers.count++;
    answers.slowest = Math.max(answers.slowest, performance.now() - asked);
    return response.json();
  };
  return {
    url,
    ask,
    answers,
    async until(name, body, done) {
      for (let tries = 0; tries < 5000; tries++) {
        const answer = await ask(name, body);
        if (done(answer)) return answer;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error(`${name} never came to its end`);
    },
  };
}

const bytesOf = async (url: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(url)).arrayBuffer());
const notGenerating = ({ codeStatus }: { codeStatus: number }): boolean => codeStatus !== 1;
const glbLength = (glb: Buffer): number =>
  glb.toString('latin1', 0, 4) === 'glTF' ? glb.readUInt32LE(8) : -1;

/** One eye of a head whose middle is the origin. */
const eye = (x: number): string => `
  <ellipse cx="${x}" cy="-14" rx="13" ry="6" fill="#f4efe9"/><circle cx="${x}" cy="-14" r="6" fill="#3a2a1e"/>
  <path d="M${x - 14} -26q14-6 29 1" stroke="#4a2f20" stroke-width="5" fill="none"/>`;

/** A head on shoulders: hair, shaded skin, brows, eyes, nose and mouth. */
async function portrait(): Promise<Blob> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="380">
    <defs><radialGradient id="g" cx="0.42" cy="0.4" r="0.75">
      <stop offset="0" stop-color="#e3b491"/><stop offset="1" stop-color="#b18c71"/></radialGradient></defs>
    <rect width="300" height="380" fill="#5d7f9c"/>
    <g transform="translate(150 171)"><ellipse cy="200" rx="155" ry="86" fill="#39424f"/>
      <rect x="-28" y="66" width="56" height="68" fill="#b69074"/>
      <ellipse cy="-19" rx="84" ry="99" fill="#4a2f20"/><ellipse rx="66" ry="93" fill="url(#g)"/>
      <path d="M-66-23Q-42-87 0-72Q42-87 66-23Q70-114 0-114Q-70-114-66-23Z" fill="#4a2f20"/>
      ${eye(-28)}${eye(28)}<path d="M0-6L-7 19Q0 25 7 19" stroke="#8d705a" stroke-width="2.3" fill="none"/>
      <path d="M-24 46Q0 40 24 46Q0 59-24 46Z" fill="#c4605a"/></g></svg>`;
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  return new Blob([new Uint8Array(png)], { type: 'image/png' });
}

test('a million faces are made while requests go on being answered', async () => {
  const { ask, until, answers } = await start();
  const body = { prompt: 'a stone tower', modelCount: 1, mesh_quality: 'extra_high' };
  const [uuid] = (await ask('generateModelWithText', body)).uuids;
  const done = await until('retrieveModel', { uuid }, notGenerating);
  expect(done).toMatchObject({ codeStatus: 0 });
  expect(answers.count).toBeGreaterThan(5);
  const glb = await bytesOf(done.modelUrl);
  expect(glbLength(glb)).toBe(glb.length);
  const preview = await sharp(await bytesOf(done.imageUrl)).metadata();
  expect(preview).toMatchObject({ format: 'png', width: 512, height: 512 });
});

test('an image becomes a model, and figures', async () => {
  const { ask, until } = await start();
  const image = new FormData();
  image.append('image', await portrait(), 'ann.png');
  for (const [name, value] of [
    ['modelCount', '1'],
    ['mesh_quality', 'standard'],
    ['faceNum', '100000'],
  ] as const) {
    image.append(name, value);
  }
  const created = await ask('generateModelWithImage', image);
  expect(await sharp(await bytesOf(created.uploadedImageUrl)).metadata()).toMatchObject({
    width: 300,
  });
  const batch = new FormData();
  for (const name of ['ann.png', 'bob.png']) batch.append('images', await portrait(), name);
  batch.append('styleType', 'clay');
  const figures = await ask('createCuteModelsFromImages', batch);
  expect(figures).toMatchObject({ success: true, successCount: 2 });
  const uuids = [created.uuids[0], ...figures.results.map((one: any) => one.uuids[0])];
  for (const uuid of uuids) {
    const done = await until('retrieveModel', { uuid }, notGenerating);
    expect(done).toMatchObject({ codeStatus: 0 });
    const glb = await bytesOf(done.modelUrl);
    expect(glbLength(glb)).toBe(glb.length);
  }
});

test('a portrait is one, a flat colour is not', async () => {
  const { ask } = await start();
  const check = async (image: Blob): Promise<any> => {
    const form = new FormData();
    form.append('image', image, 'in.png');
    return ask('checkHumanImage', form);
  };
  expect(await check(await portrait())).toMatchObject({ statusCode: 0, result: true });
  const create = { width: 64, height: 64, channels: 3, background: '#2a6' } as const;
  const flat = new Uint8Array(await sharp({ create }).png().toBuffer());
  expect(await check(new Blob([flat], { type: 'image/png' }))).toMatchObject({
    statusCode: 0,
    result: false,
  });
});

test('drafts of all kinds, at the first query', async () => {
  const { ask } = await start({ draft: true });
  const { uuids } = await ask('generateModelWithText', { prompt: 'a boat', modelCount: 1 });
  const model = await ask('retrieveModel', { uuid: uuids[0] });
  expect(glbLength(await bytesOf(model.modelUrl))).toBeGreaterThan(1000);
  for (const [name, type] of [
    ['createNormalPicture', 'image/png'],
    ['createNormalVideo', 'video/mp4'],
  ] as const) {
    const form = new FormData();
    form.append('prompt', 'a lake');
    const created = await ask(name, form);
    const uuid = created.data.uuids[0];
    const { data } = await ask('queryGenerationResult', { uuid });
    expect(data.status).toBe('completed');
    const file = await fetch(data.resultUrl);
    expect(file.headers.get('content-type')).toBe(type);
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(1000);
  }
});

test('a generator that cannot read its input fails the job, not the service', async () => {
  const { ask, until } = await start();
  // A PNG whose header is good and whose pixels are cut off.
  const whole = Buffer.from(await (await portrait()).arrayBuffer());
  const cut = new Blob([new Uint8Array(whole.subarray(0, 200))], { type: 'image/png' });
  const form = new FormData();
  form.append('image', cut, 'cut.png');
  form.append('modelCount', '1');
  const created = await ask('generateModelWithImage', form);
  if (created.errors !== undefined) {
    expect(created.errors[0].path).toBe('image');
    return;
  }
  const done = await until('retrieveModel', { uuid: created.uuids[0] }, notGenerating);
  expect([0, -3]).toContain(done.codeStatus);
  expect((await ask('queryPointsInfo', {})).statusType).toBe(0);
});
