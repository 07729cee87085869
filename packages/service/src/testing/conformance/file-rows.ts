import { expect } from 'vitest';
import { call, form, png, type Row } from './target.ts';

const big = (bytes: number): Blob => new Blob([new Uint8Array(bytes)], { type: 'image/png' });
const text = new Blob(['not an image'], { type: 'text/plain' });
const liar = new Blob(['not an image'], { type: 'image/png' });
const many = async (count: number): Promise<Blob[]> =>
  Promise.all(Array.from({ length: count }, () => png()));

function refuses(name: string, says: string, path: string, body: () => Promise<FormData>): Row {
  return {
    section: '4.2, 8',
    says: `${name} refuses ${says}`,
    async run(target) {
      const answer = await call(target, name, await body());
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0]).toMatchObject({ path, location: 'body', value: null });
    },
  };
}

/** Uploads: number, size, type. */
export const FILES: readonly Row[] = [
  refuses('generateModelWithImage', 'a file that is not image/*', 'image', async () =>
    form({ image: text }),
  ),
  refuses('generateModelWithImage', 'a file that is no image', 'image', async () =>
    form({ image: liar }),
  ),
  refuses('generateModelWithImage', 'two images', 'image', async () =>
    form({ image: await many(2) }),
  ),
  refuses('generateModelWithImage', 'more than 50 MB', 'image', async () =>
    form({ image: big(52_428_801) }),
  ),
  ...['createNormalPicture', 'createNormalVideo'].flatMap((name) => [
    refuses(name, 'seven images', 'images', async () =>
      form({ prompt: 'a', images: await many(7) }),
    ),
    refuses(name, 'a file that is no image', 'images', async () =>
      form({ prompt: 'a', images: liar }),
    ),
    {
      section: '4.2, 8',
      says: `${name} takes six images`,
      spends: true,
      async run(target) {
        const fields = { prompt: 'a', images: await many(6) };
        const { status, body } = await call(target, name, form(fields));
        expect(status).toBe(200);
        expect(body.data.uuids).toHaveLength(1);
      },
    } satisfies Row,
  ]),
  {
    section: '2.7, 4.2',
    says: 'createCuteModelsFromImages tells each file',
    spends: true,
    given: {},
    async run(target) {
      const images = [await png(), liar, await png()];
      const { body } = await call(
        target,
        'createCuteModelsFromImages',
        form({ images, styleType: 'chibi' }),
      );
      expect(body).toMatchObject({
        success: true,
        totalFiles: 3,
        successCount: 2,
        failureCount: 1,
      });
      expect(body.results.map((one: { success: boolean }) => one.success)).toEqual([
        true,
        false,
        true,
      ]);
      for (const result of body.results) {
        expect(result).toEqual({
          uuids: expect.any(Array),
          success: expect.any(Boolean),
          message: expect.any(String),
        });
        expect(result.uuids).toHaveLength(result.success ? 1 : 0);
      }
      expect(body.failures).toEqual([{ index: 1, fileName: 'blob', message: expect.any(String) }]);
      expect(body.message).toEqual(expect.any(String));
    },
  },
  {
    section: '4.2, 8',
    says: 'createCuteModelsFromImages costs 30 points, and nothing where no file is good',
    spends: true,
    given: {},
    async run(target) {
      const points = async (): Promise<number> =>
        (await call(target, 'queryPointsInfo', {})).body.data.total_points;
      const send = (images: Blob[]) =>
        call(target, 'createCuteModelsFromImages', form({ images, styleType: 'chibi' }));
      const before = await points();
      await send(await many(3));
      expect(await points()).toBe(before - 30);
      const { body } = await send([liar]);
      expect(body).toMatchObject({ success: false, successCount: 0, failureCount: 1 });
      expect(await points()).toBe(before - 30);
    },
  },
  {
    section: '4.2, 8',
    says: 'checkHumanImage takes PNG and JPEG',
    async run(target) {
      const { body } = await call(target, 'checkHumanImage', form({ image: await png() }));
      expect(body).toEqual({
        statusCode: 0,
        result: expect.any(Boolean),
        message: expect.any(String),
      });
    },
  },
  {
    section: '3.1, 4.2',
    says: 'checkHumanImage answers -1 for anything else',
    async run(target) {
      for (const body of [form({}), form({ image: text }), form({ image: liar })]) {
        const answer = await call(target, 'checkHumanImage', body);
        expect(answer.status).toBe(200);
        expect(answer.body).toEqual({
          statusCode: -1,
          result: false,
          message: expect.stringMatching(/image/),
        });
      }
    },
  },
  {
    section: '4.2, 8',
    says: 'checkHumanImage has its own rate limit, told in the body',
    given: { portraitRate: 1 },
    async run(target) {
      const send = async () => call(target, 'checkHumanImage', form({ image: await png() }));
      expect((await send()).body.statusCode).toBe(0);
      const { status, body } = await send();
      expect(status).toBe(200);
      expect(body).toEqual({
        statusCode: -1,
        result: false,
        message: expect.stringMatching(/limit/),
      });
      expect((await call(target, 'queryPointsInfo', {})).body.statusType).toBe(0);
    },
  },
];
