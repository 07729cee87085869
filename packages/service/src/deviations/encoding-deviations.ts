import type { Deviation } from './deviation.ts';
import { all, encoded, header, text } from './rewritings.ts';

const CREATES = [
  'createNormalPicture',
  'createNormalVideo',
  'generateModelWithText',
  'generateModelWithImage',
  'generateImages',
  'createCuteModelsFromImages',
];
const QUERIES = ['retrieveModel', 'queryGenerationResult', 'queryJobProgress', 'queryPointsInfo'];
const OPERATIONS = [...CREATES, ...QUERIES, 'models', 'convertToFormat', 'checkHumanImage'];

/** What a proxy makes of bodies, though nothing but `identity` was asked for. */
export const ENCODING_DEVIATIONS: readonly Deviation[] = [
  ...(['gzip', 'deflate', 'raw deflate', 'br', 'zstd'] as const).map((name): Deviation => ({
    name: `answers-in-${name.replace(' ', '-')}`,
    what: `Answers come encoded in ${name}, though \`identity\` was asked for.`,
    of: OPERATIONS,
    rewrite: encoded(name, name === 'raw deflate' ? 'deflate' : name),
    outcome: 'taken',
  })),
  {
    name: 'answers-in-x-gzip',
    what: 'Answers come encoded in gzip under its old name `x-gzip`.',
    of: OPERATIONS,
    rewrite: encoded('gzip', 'x-gzip'),
    outcome: 'taken',
  },
  {
    name: 'answers-in-gzip-untold',
    what: 'Answers come encoded in gzip, and no header says so.',
    of: OPERATIONS,
    rewrite: encoded('gzip', null),
    outcome: 'taken',
  },
  {
    name: 'answers-told-as-gzip',
    what: 'Answers come as they are, and a header says that they are gzip.',
    of: OPERATIONS,
    rewrite: header('content-encoding', 'gzip'),
    outcome: 'taken',
  },
  {
    name: 'answers-encoded-twice',
    what: 'Answers come in gzip, and then in brotli.',
    of: OPERATIONS,
    rewrite: all(encoded('gzip', null), encoded('br', 'gzip, br')),
    outcome: 'taken',
  },
  {
    name: 'answers-with-bom',
    what: 'Answers begin with a byte order mark.',
    of: OPERATIONS,
    rewrite: text((body) => `\uFEFF${body}`),
    outcome: 'taken',
  },
  {
    name: 'answers-with-boms-and-lines',
    what: 'Answers begin with two byte order marks behind an empty line, as scripts of several files write them.',
    of: OPERATIONS,
    rewrite: text((body) => `\n\uFEFF\uFEFF${body}`),
    outcome: 'taken',
  },
  {
    name: 'answers-in-an-unknown-encoding',
    what: 'The answer of a create comes in an encoding that nobody reads (`compress`).',
    of: CREATES,
    rewrite: header('content-encoding', 'compress'),
    outcome: 'doubt',
  },
  {
    name: 'answers-in-broken-gzip',
    what: 'The answer of a create comes in gzip that is cut.',
    of: CREATES,
    rewrite: all(encoded('gzip', 'gzip'), (answer) => ({
      ...answer,
      bytes: answer.bytes.subarray(0, answer.bytes.length - 12),
    })),
    outcome: 'doubt',
  },
];
