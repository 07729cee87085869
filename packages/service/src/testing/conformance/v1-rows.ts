import { expect } from 'vitest';
import { form, png, until, type Answer, type Body, type Row, type Target } from './target.ts';

const PATH = '/openapi/v1/images/generations';

async function imageModel(target: Target): Promise<string> {
  const { body } = await target.send('GET', '/openapi/v1/models');
  return body.data.find((model: { modality: string }) => model.modality === 'image').id;
}

async function generate(target: Target, fields: object): Promise<Answer> {
  const least = { model: await imageModel(target), prompt: 'a hill' };
  return target.send('POST', PATH, { ...least, ...fields });
}

const rateHeaders = (answer: Answer): void => {
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
    expect(answer.headers.get(name)).toMatch(/^\d+$/);
  }
};

const tasks = (count: number, model: string): Body => ({
  object: 'list',
  data: Array.from({ length: count }, () => ({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    object: 'task',
    type: 'image.generation',
    status: 'queued',
    model,
    created_at: expect.toSatisfy((at: number) => Number.isInteger(at) && at < 1e11),
  })),
  usage: { credits: expect.toSatisfy(Number.isInteger) },
});

const MODES: Readonly<Record<string, readonly string[]>> = {
  image: ['text-to-image', 'image-to-image'],
  video: [
    'text-to-video',
    'first-frame-to-video',
    'first-last-frame-to-video',
    'reference-to-video',
  ],
  '3dmodel': ['text-to-3d', 'image-to-3d'],
};

/** Group V1 (section 4.1). */
export const V1: readonly Row[] = [
  {
    section: '2.1, 4.1',
    says: 'the model list, with its rate-limit headers',
    async run(target) {
      const answer = await target.send('GET', '/openapi/v1/models');
      expect(answer.status).toBe(200);
      rateHeaders(answer);
      expect(answer.body.object).toBe('list');
      for (const model of answer.body.data) {
        expect(model).toMatchObject({ object: 'model', owned_by: expect.any(String) });
        expect(model.id).toMatch(/^[^/]+\/[^/]+$/);
        for (const mode of model.modes) expect(MODES[model.modality]).toContain(mode);
      }
    },
  },
  ...(
    [
      ['image', 'aspect_ratios', ['1:1', '16:9', '9:16', '4:3', '3:4']],
      ['image', 'resolutions', ['1K', '2K']],
      ['video', 'aspect_ratios', ['1:1', '16:9', '9:16', '4:3', '3:4']],
      ['video', 'resolutions', ['480p', '720p', '1080p']],
      ['video', 'durations_seconds', [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]],
      ['3dmodel', 'mesh_qualities', ['standard', 'high', 'extra_high']],
      ['3dmodel', 'output_formats', ['glb', 'obj', 'fbx', 'stl', 'usdz', 'blend']],
      ['3dmodel', 'postprocessing', ['refine', 'texture', 'pbr', 'remesh']],
    ] as const
  ).map(([modality, name, values]): Row => ({
    section: '2.1',
    says: `${modality} models tell ${name}`,
    async run(target) {
      const { body } = await target.send('GET', '/openapi/v1/models');
      const models = body.data.filter((model: Body) => model.modality === modality);
      expect(models.length).toBeGreaterThan(0);
      for (const { capabilities } of models) {
        for (const flag of [
          'supports_text_input',
          'supports_image_input',
          'supports_video_input',
        ]) {
          expect(typeof capabilities[flag]).toBe('boolean');
        }
        expect(capabilities.max_n).toBe(4);
        for (const value of capabilities[name]) expect(values).toContain(value);
      }
    },
  })),
  {
    section: '2.2, 4.1',
    says: 'images/generations: n is 1, with usage.credits and rate-limit headers',
    spends: true,
    async run(target) {
      const answer = await generate(target, {});
      expect(answer.status).toBe(202);
      rateHeaders(answer);
      expect(answer.body).toEqual(tasks(1, await imageModel(target)));
    },
  },
  {
    section: '2.2, 8',
    says: 'images/generations: four tasks cost four times, and the balance says so',
    spends: true,
    given: {},
    async run(target) {
      const points = async () =>
        (await target.send('POST', '/api/queryPointsInfo', {})).body.data.total_points;
      const before = await points();
      const { body } = await generate(target, {
        n: 4,
        resolution: '2K',
        aspect_ratio: '4:3',
        mode: 'text-to-image',
        extra_body: { seed: 1 },
      });
      expect(body).toEqual(tasks(4, await imageModel(target)));
      expect(before - (await points())).toBe(body.usage.credits);
      expect(body.usage.credits % 4).toBe(0);
    },
  },
  {
    section: '4.1',
    says: 'images/generations: multipart with six images and extra_body as a JSON part',
    spends: true,
    async run(target) {
      const images = await Promise.all(Array.from({ length: 6 }, () => png()));
      const body = form({
        model: await imageModel(target),
        prompt: 'a',
        mode: 'image-to-image',
        n: '2',
        images,
      });
      body.append('extra_body', new Blob(['{"a":1}'], { type: 'application/json' }));
      const answer = await target.send('POST', PATH, body);
      expect(answer.status).toBe(202);
      expect(answer.body).toEqual(tasks(2, await imageModel(target)));
    },
  },
  {
    section: '2.2, 2.4',
    says: 'a task is told of by its UUID',
    spends: true,
    given: {},
    async run(target) {
      const { body } = await generate(target, {});
      const uuid = body.data[0].id;
      const ask = () => target.send('POST', '/api/queryGenerationResult', { uuid });
      const done = await until(target, ask, ({ data }) => data.status === 'completed');
      expect(done.body.data).toMatchObject({ uuid, resultType: 'image' });
    },
  },
  ...(
    [
      ['model', undefined, null, 5, 'no/such-model', 'assetgen/video-1'],
      ['prompt', undefined, '', 5],
      ['mode', 'text-to-3d', 1],
      ['n', 0, 5, 1.5, '2'],
      ['resolution', '4K', 1],
      ['aspect_ratio', '2:1'],
      ['extra_body', 'text', [], 5],
      ['images', []],
      ['size', '1K'],
    ] as const
  ).flatMap(([field, ...values]) =>
    values.map((value): Row => ({
      section: '4.1, 8',
      says: `images/generations refuses ${JSON.stringify(value)} for ${field}`,
      async run(target) {
        const { status, body } = await generate(target, { [field]: value });
        expect(status).toBe(400);
        expect(body.error).toMatchObject({ message: expect.any(String), param: field });
      },
    })),
  ),
  {
    section: '4.1, 8',
    says: 'images/generations refuses seven images, and none for image-to-image',
    async run(target) {
      const images = await Promise.all(Array.from({ length: 7 }, () => png()));
      const model = await imageModel(target);
      for (const fields of [{ images }, { mode: 'image-to-image' }]) {
        const answer = await target.send('POST', PATH, form({ model, prompt: 'a', ...fields }));
        expect(answer.status).toBe(400);
        expect(answer.body.error.param).toBe('images');
      }
    },
  },
  {
    section: '4.1',
    says: 'images/generations refuses an extra_body that is not JSON',
    async run(target) {
      const model = await imageModel(target);
      const body = form({ model, prompt: 'a', extra_body: '{' });
      expect((await target.send('POST', PATH, body)).status).toBe(400);
    },
  },
  {
    section: '1.1, 4.1',
    says: 'access to a model is enforced when a task is submitted, not when listing: 403',
    given: { forbidden: ['assetgen/image-2'] },
    async run(target) {
      expect((await generate(target, {})).status).toBe(403);
    },
  },
  {
    section: '4.1',
    says: 'images/generations: 400 for a prompt that moderation rejects',
    given: { moderation: { 3: ['wicked'] } },
    async run(target) {
      const { status, body } = await generate(target, { prompt: 'wicked' });
      expect(status).toBe(400);
      expect(body.error.code).toBe('content_policy_violation');
    },
  },
];
