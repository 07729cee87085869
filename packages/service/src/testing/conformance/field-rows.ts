import { expect } from 'vitest';
import { call, form, png, type Answer, type Row, type Target } from './target.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Create {
  readonly name: string;
  /** The least that is accepted. */
  readonly least: Fields;
  /** JSON where undefined; else the field of the image that a multipart body needs. */
  readonly multipart?: { readonly image: string | null };
  /** Values that are refused, with 400 and the path of the field (section 7.1). */
  readonly refused: readonly (readonly [field: string, values: readonly Refused[]])[];
}

/** A value alone, or with other fields that make it wrong. */
type Refused = { readonly value: unknown; readonly with?: Fields };

const values = (...list: unknown[]): Refused[] => list.map((value) => ({ value }));
const ABSENT = Symbol('absent');

const FACES: Refused[] = [
  ...values('many', 1.5, 0, 499_999, 1_000_001),
  { value: 100_000 },
  { value: 99_999, with: { mesh_quality: 'standard' } },
  { value: 500_001, with: { mesh_quality: 'standard' } },
  { value: 499_999, with: { mesh_quality: 'high' } },
  { value: 400_000, with: { mesh_quality: 'extra_high' } },
  { value: 1_000_001, with: { mesh_quality: 'extra_high' } },
];

const CREATES: readonly Create[] = [
  {
    name: 'generateModelWithText',
    least: { prompt: 'a stone', modelCount: 1 },
    refused: [
      ['prompt', values(ABSENT, '', '   ', 5, null)],
      ['mesh_quality', values('ultra', 1)],
      ['modelCount', values(0, 5, 1.5, -1, '2', null)],
      ['disablePbr', values(2, -1, true, '1')],
      ['onlyGenerateMesh', values(1, 'yes', null)],
      ['faceNum', FACES],
      ['faceCount', values(100_000)],
    ],
  },
  {
    name: 'generateModelWithImage',
    least: { modelCount: 1 },
    multipart: { image: 'image' },
    refused: [
      ['image', values(ABSENT, 'text')],
      ['mesh_quality', values('ultra')],
      ['modelCount', values(0, 5, 1.5, 'x')],
      ['disablePbr', values(2, 'true')],
      ['onlyGenerateMesh', values('yes')],
      ['enableImageEnhancement', values('yes')],
      ['faceNum', FACES],
      ['prompt', values('a stone')],
    ],
  },
  {
    name: 'createNormalPicture',
    least: { prompt: 'a hill' },
    multipart: { image: null },
    refused: [
      ['prompt', values(ABSENT, '')],
      ['modelKey', values('image-9')],
      ['aspectRatio', values('2:1', '16x9')],
      ['jobNum', values(0, 5, 1.5, 'x')],
      ['images', values('text')],
      ['ratio', values('1:1')],
    ],
  },
  {
    name: 'createNormalVideo',
    least: { prompt: 'waves', duration: 4, resolution: '480p' },
    multipart: { image: null },
    refused: [
      ['prompt', values(ABSENT, '')],
      ['aspectRatio', values('2:1')],
      ['jobNum', values(0, 5, 'x')],
      ['duration', values(3, 16, 4.5, 'long')],
      ['resolution', values('4k', '720')],
      ['images', values('text')],
      ['seconds', values(5)],
    ],
  },
  {
    name: 'createCuteModelsFromImages',
    least: { styleType: 'chibi' },
    multipart: { image: 'images' },
    refused: [
      ['images', values(ABSENT)],
      ['styleType', values(ABSENT, '', 'no-such-style')],
    ],
  },
];

async function send(target: Target, create: Create, fields: Fields): Promise<Answer> {
  const present = Object.entries(fields).filter(([, value]) => value !== ABSENT);
  if (create.multipart === undefined) {
    return call(target, create.name, Object.fromEntries(present));
  }
  const { image } = create.multipart;
  const body = form(Object.fromEntries(present.map(([name, value]) => [name, String(value)])));
  if (image !== null && !Object.hasOwn(fields, image)) body.append(image, await png(), 'in.png');
  return call(target, create.name, body);
}

const shown = (value: unknown): string => (value === ABSENT ? 'nothing' : JSON.stringify(value));

/** One row for each value that a create refuses. */
export const REFUSED_FIELDS: readonly Row[] = CREATES.flatMap((create) =>
  create.refused.flatMap(([field, list]) =>
    list.map(({ value, with: others = {} }): Row => {
      const given = Object.entries(others).map(([name, other]) => ` with ${name} ${String(other)}`);
      return {
        section: '4.2, 7.1',
        says: `${create.name} refuses ${shown(value)} for ${field}${given.join('')}`,
        async run(target) {
          const answer = await send(target, create, { ...create.least, ...others, [field]: value });
          expect(answer.status).toBe(400);
          const paths = answer.body.errors.map((error: { path: string }) => error.path);
          expect(paths).toEqual([field]);
          expect(answer.body.errors[0]).toEqual({
            msg: expect.stringMatching(/\S/),
            path: field,
            location: 'body',
            type: expect.any(String),
            value: value === ABSENT || value === null ? null : expect.anything(),
          });
        },
      };
    }),
  ),
);

const accepts = (
  name: string,
  fields: Fields,
  says: string,
  check: (body: Answer['body']) => void,
): Row => ({
  section: '4.2',
  says: `${name}: ${says}`,
  spends: true,
  async run(target) {
    const create = CREATES.find((one) => one.name === name);
    if (create === undefined) throw new Error(`no create ${name}`);
    const answer = await send(target, create, { ...create.least, ...fields });
    expect(answer.status).toBe(200);
    check(answer.body);
  },
});

const faces =
  (standard: number, min: number, max: number, value: number) => (body: Answer['body']) =>
    expect(body.generationConfig).toEqual({ faceNum: { default: standard, min, max, value } });
const jobs = (count: number) => (body: Answer['body']) => {
  expect(body.success).toBe(true);
  expect(body.data).toEqual({
    pointsDeducted: expect.any(Number),
    queueStatus: 'queued',
    jobNum: count,
    uuids: expect.toSatisfy((uuids: string[]) => new Set(uuids).size === count),
  });
};
const models = (count: number, url: unknown) => (body: Answer['body']) => {
  expect(body).toMatchObject({ type: 'sys', message: 'Generating', uploadedImageUrl: url });
  expect(new Set(body.uuids).size).toBe(count);
  expect(Number.isInteger(body.pointsDeducted)).toBe(true);
};

/** One row for each default and bound that a create accepts. */
export const ACCEPTED_FIELDS: readonly Row[] = [
  accepts('generateModelWithText', { modelCount: ABSENT }, 'modelCount is 4', models(4, null)),
  accepts('generateModelWithText', { modelCount: 1 }, 'takes modelCount 1', models(1, null)),
  accepts('generateModelWithText', {}, 'mesh_quality is high', faces(1e6, 5e5, 1e6, 1e6)),
  accepts(
    'generateModelWithText',
    { mesh_quality: 'high', faceNum: 5e5 },
    'takes 500000 faces in high',
    faces(1e6, 5e5, 1e6, 5e5),
  ),
  accepts(
    'generateModelWithText',
    { mesh_quality: 'extra_high' },
    'extra_high has 1000000 faces',
    faces(1e6, 5e5, 1e6, 1e6),
  ),
  accepts(
    'generateModelWithText',
    { mesh_quality: 'standard' },
    'standard has 500000 faces',
    faces(5e5, 1e5, 5e5, 5e5),
  ),
  accepts(
    'generateModelWithText',
    { mesh_quality: 'standard', faceNum: 1e5 },
    'takes 100000 faces in standard',
    faces(5e5, 1e5, 5e5, 1e5),
  ),
  accepts('generateModelWithText', { disablePbr: 1 }, 'takes disablePbr 1', models(1, null)),
  accepts('generateModelWithText', { disablePbr: 0 }, 'takes disablePbr 0', models(1, null)),
  accepts(
    'generateModelWithText',
    { onlyGenerateMesh: true },
    'takes onlyGenerateMesh',
    models(1, null),
  ),
  accepts(
    'generateModelWithImage',
    { modelCount: ABSENT },
    'modelCount is 4, the upload has a URL',
    models(4, expect.stringMatching(/^https?:/)),
  ),
  accepts('generateModelWithImage', {}, 'mesh_quality is high', faces(1e6, 5e5, 1e6, 1e6)),
  accepts(
    'generateModelWithImage',
    { mesh_quality: 'standard', faceNum: 250_000 },
    'takes numbers as text',
    faces(5e5, 1e5, 5e5, 250_000),
  ),
  accepts(
    'generateModelWithImage',
    { onlyGenerateMesh: true, disablePbr: 1, enableImageEnhancement: true },
    'takes flags as text',
    models(1, expect.any(String)),
  ),
  accepts('createNormalPicture', {}, 'jobNum is 1', jobs(1)),
  accepts('createNormalPicture', { jobNum: 4 }, 'takes jobNum 4', jobs(4)),
  accepts('createNormalPicture', { modelKey: 'image-2' }, 'takes modelKey image-2', jobs(1)),
  ...['1:1', '16:9', '9:16', '4:3', '3:4'].flatMap((aspectRatio) => [
    accepts('createNormalPicture', { aspectRatio }, `takes aspectRatio ${aspectRatio}`, jobs(1)),
    accepts('createNormalVideo', { aspectRatio }, `takes aspectRatio ${aspectRatio}`, jobs(1)),
  ]),
  accepts('createNormalVideo', { duration: ABSENT, resolution: ABSENT }, 'jobNum is 1', jobs(1)),
  accepts('createNormalVideo', { jobNum: 4 }, 'takes jobNum 4', jobs(4)),
  accepts('createNormalVideo', { duration: 15 }, 'takes 15 seconds', jobs(1)),
  ...['480p', '720p', '1080p'].map((resolution) =>
    accepts('createNormalVideo', { resolution }, `takes resolution ${resolution}`, jobs(1)),
  ),
];
