import type { Deviation } from './deviation.ts';
import { all, json, says, set, status, without } from './rewritings.ts';
import type { Json } from './rewritings.ts';

const MODELS = ['models'];
const PORTRAIT = ['checkHumanImage'];
const CONVERSION = ['convertToFormat'];

const taken = { outcome: 'taken' } as const;

const eachModel = (change: (model: Json) => unknown) =>
  json((body) => ({ ...body, data: body.data.map(change) }));

/** The list of models (section 2.1). */
const LISTS: readonly Deviation[] = [
  {
    name: 'models-as-a-list',
    what: 'The list of models is a bare list.',
    of: MODELS,
    rewrite: json((body) => body.data),
    ...taken,
  },
  {
    name: 'models-without-capabilities',
    what: 'Models have no capabilities.',
    of: MODELS,
    rewrite: eachModel(({ id, object, modality }) => ({ id, object, modality })),
    ...taken,
  },
  {
    name: 'models-with-null-capabilities',
    what: 'Capabilities that a model does not have are null.',
    of: MODELS,
    rewrite: eachModel((model) => ({
      ...model,
      capabilities: { ...model.capabilities, max_n: null, aspect_ratios: null, resolutions: null },
    })),
    ...taken,
  },
  {
    name: 'models-without-modality',
    what: 'Models have no modality and no modes.',
    of: MODELS,
    rewrite: eachModel(({ modality: _modality, modes: _modes, ...model }) => model),
    ...taken,
  },
  {
    name: 'models-empty',
    what: 'The list of models is empty, and creates are accepted.',
    of: MODELS,
    rewrite: set({ data: [] }),
    outcome: 'refused',
  },
  {
    name: 'models-fail',
    what: 'The list of models fails with HTTP 500.',
    of: MODELS,
    rewrite: status(500),
    ...taken,
  },
  {
    name: 'models-not-there',
    what: 'The service has no list of models: HTTP 404.',
    of: MODELS,
    rewrite: says(404, '<html><title>Not found</title></html>'),
    ...taken,
  },
];

/** The portrait check: what is no boolean is unknown. */
const PORTRAITS: readonly Deviation[] = [
  ...(
    [
      ['text', 'true'],
      ['number', 1],
      ['null', null],
      ['maybe', 'maybe'],
    ] as const
  ).map(([name, result]): Deviation => ({
    name: `portrait-${name}`,
    what: `The portrait check answers \`${JSON.stringify(result)}\` as its result.`,
    of: PORTRAIT,
    rewrite: set({ statusCode: 0, result }),
    outcome: 'refused',
  })),
  {
    name: 'portrait-limited',
    what: 'The portrait check is at its own rate limit (`statusCode` -1, `result` false).',
    of: PORTRAIT,
    rewrite: set({ statusCode: -1, result: false, message: 'The rate limit was reached.' }),
    outcome: 'refused',
  },
];

/** Conversions (section 4.2). */
const CONVERSIONS: readonly Deviation[] = [
  {
    name: 'conversion-status-as-text',
    what: '`statusType` of a conversion comes as text.',
    of: CONVERSION,
    rewrite: json((body) => ({ ...body, statusType: String(body.statusType) })),
    ...taken,
  },
  {
    name: 'conversion-url-relative',
    what: 'The URL of a conversion is a path of the service.',
    of: CONVERSION,
    rewrite: json((body) => ({
      ...body,
      modelUrl: body.modelUrl === null ? null : body.modelUrl.replace(/^https?:\/\/[^/]+/, ''),
    })),
    ...taken,
  },
  {
    name: 'conversion-bare',
    what: 'A conversion answers without `scaleNumber`, `modelSize` and `message`.',
    of: CONVERSION,
    rewrite: without('scaleNumber', 'modelSize', 'message'),
    ...taken,
  },
  {
    name: 'conversion-done-without-url',
    what: 'A conversion is done (`statusType` 0), and its URL comes a little later.',
    of: CONVERSION,
    from: 2,
    to: 2,
    rewrite: set({ statusType: 0, modelUrl: null }),
    ...taken,
  },
  {
    name: 'conversion-page-once',
    what: 'A conversion is charged, and the first answer is an HTML page.',
    of: CONVERSION,
    to: 1,
    rewrite: says(200, '<html><title>One moment</title></html>'),
    outcome: 'doubt',
  },
  {
    name: 'conversion-failed',
    what: 'A conversion fails (`statusType` -1), with the reason.',
    of: CONVERSION,
    rewrite: set({ statusType: -1, message: 'The mesh cannot be written.', modelUrl: null }),
    outcome: 'kept',
  },
  {
    name: 'conversion-never-ends',
    what: 'A conversion is under way (`statusType` 1) for ever.',
    of: CONVERSION,
    rewrite: set({ statusType: 1, modelUrl: null }),
    outcome: 'kept',
  },
  {
    name: 'conversion-state-unknown',
    what: '`statusType` of a conversion is 5 while it is under way.',
    of: CONVERSION,
    to: 2,
    rewrite: all(set({ statusType: 5, modelUrl: null })),
    ...taken,
  },
];

/** The operations that make nothing new. */
export const OTHER_DEVIATIONS: readonly Deviation[] = [...LISTS, ...PORTRAITS, ...CONVERSIONS];
