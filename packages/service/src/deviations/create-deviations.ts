import type { Deviation } from './deviation.ts';
import {
  all,
  header,
  json,
  says,
  set,
  setData,
  status,
  text,
  uuidsOf,
  without,
  withText,
  textOf,
} from './rewritings.ts';
import type { Json } from './rewritings.ts';

const MODEL = ['generateModelWithText', 'generateModelWithImage'];
const JOB = ['createNormalPicture', 'createNormalVideo'];
const V1 = ['generateImages'];
const ANY = [...JOB, ...MODEL, ...V1];

const accepted = { outcome: 'taken' } as const;
const doubted = { outcome: 'doubt' } as const;

/** Instead of the UUIDs of a 3D creation. */
const uuidsAs = (change: (uuids: string[]) => unknown) =>
  json((body) => ({ ...body, uuids: change(body.uuids) }));
const instead = (change: (uuids: string[], body: Json) => unknown) =>
  json((body) => change(uuidsOf(body), body));

/** `limitType` beside UUIDs, and without (sections 3.1 and 7.1). */
const LIMIT_TYPES: readonly Deviation[] = [
  ...(
    [
      ['0', 0],
      ['text-0', '0'],
      ['1', 1],
      ['3', 3],
      ['4', 4],
      ['text-4', '4'],
      ['null', null],
      ['false', false],
    ] as const
  ).map(([name, limitType]): Deviation => ({
    name: `limit-type-${name}-with-uuids`,
    what: `A create that is accepted carries \`limitType\` ${JSON.stringify(limitType)} beside its UUIDs.`,
    of: MODEL,
    rewrite: set({ limitType }),
    ...accepted,
  })),
  {
    name: 'limit-type-0-with-uuids-of-a-picture',
    what: 'A picture or video that is accepted carries `limitType` 0 beside its UUIDs.',
    of: JOB,
    rewrite: all(set({ limitType: 0 }), setData({ limitType: 0 })),
    ...accepted,
  },
  ...([3, 4, '3', '4'] as const).map((limitType): Deviation => ({
    name: `limit-type-${typeof limitType === 'string' ? 'text-' : ''}${limitType}-without-uuids`,
    what: `A create is refused with \`limitType\` ${JSON.stringify(limitType)} and no UUIDs.`,
    of: [...MODEL, ...JOB],
    instead: true,
    rewrite: says(200, { limitType, message: 'The prompt is not allowed.' }),
    outcome: 'refused',
  })),
  {
    name: 'limit-type-in-data',
    what: 'A picture or video is refused with `limitType` 3 inside of `data`.',
    of: JOB,
    instead: true,
    rewrite: says(200, { success: false, data: { limitType: 3, message: 'Not allowed.' } }),
    outcome: 'refused',
  },
  ...(
    [
      ['0', 0],
      ['1', 1],
      ['text-9', '9'],
    ] as const
  ).map(([name, limitType]): Deviation => ({
    name: `limit-type-${name}-without-uuids`,
    what: `A create is charged and answers \`limitType\` ${JSON.stringify(limitType)} without UUIDs.`,
    of: MODEL,
    rewrite: all(set({ limitType, message: 'Something is limited.' }), without('uuids')),
    ...doubted,
  })),
];

/** The UUIDs of a create in another place, or in another form. */
const ENVELOPES: readonly Deviation[] = [
  {
    name: 'uuids-in-data',
    what: 'A 3D creation answers in the envelope of pictures: `data.uuids`.',
    of: MODEL,
    rewrite: instead((uuids) => ({ success: true, data: { uuids, pointsDeducted: 30 } })),
    ...accepted,
  },
  {
    name: 'uuids-at-the-top',
    what: 'A picture or video answers in the envelope of models: `uuids` at the top.',
    of: JOB,
    rewrite: instead((uuids, { data }) => ({ ...data, type: 'sys', uuids })),
    ...accepted,
  },
  {
    name: 'uuids-as-data',
    what: 'A picture or video answers with its UUIDs as `data` itself.',
    of: JOB,
    rewrite: instead((uuids) => ({ success: true, data: uuids })),
    ...accepted,
  },
  {
    name: 'uuids-as-comma-text',
    what: 'The UUIDs come as one text with commas.',
    of: MODEL,
    rewrite: uuidsAs((uuids) => uuids.join(', ')),
    ...accepted,
  },
  {
    name: 'uuids-as-json-text',
    what: 'The UUIDs come as the text of a JSON list.',
    of: MODEL,
    rewrite: uuidsAs((uuids) => JSON.stringify(uuids)),
    ...accepted,
  },
  {
    name: 'uuids-as-objects',
    what: 'The UUIDs come as objects with `uuid`.',
    of: MODEL,
    rewrite: uuidsAs((uuids) => uuids.map((uuid) => ({ uuid, status: 'queued' }))),
    ...accepted,
  },
  {
    name: 'uuids-as-objects-with-id',
    what: 'The UUIDs come as objects with `id`, in `data`.',
    of: MODEL,
    rewrite: instead((uuids) => ({ data: uuids.map((id) => ({ id })) })),
    ...accepted,
  },
  {
    name: 'uuid-alone',
    what: 'One UUID comes as `uuid`.',
    of: MODEL,
    rewrite: instead(([uuid]) => ({ type: 'sys', message: 'Generating', uuid })),
    ...accepted,
  },
  {
    name: 'uuid-alone-in-data',
    what: 'One UUID of a picture or video comes as `data.uuid`.',
    of: JOB,
    rewrite: instead(([uuid]) => ({ success: true, data: { uuid, queueStatus: 'queued' } })),
    ...accepted,
  },
  {
    name: 'uuids-twice',
    what: 'The same UUIDs are in two places.',
    of: MODEL,
    rewrite: instead((uuids, body) => ({ ...body, data: { uuids: uuids.toReversed() } })),
    ...accepted,
  },
  {
    name: 'uuids-repeated',
    what: 'Each UUID is in the list twice.',
    of: MODEL,
    rewrite: uuidsAs((uuids) => [...uuids, ...uuids]),
    ...accepted,
  },
  {
    name: 'uuids-in-capitals',
    what: 'UUIDs come in capital letters.',
    of: [...MODEL, ...JOB],
    rewrite: text((body) => body.replaceAll(UUID, (uuid) => uuid.toUpperCase())),
    ...accepted,
  },
  {
    name: 'uuids-with-spaces',
    what: 'There is white space around each UUID.',
    of: MODEL,
    rewrite: uuidsAs((uuids) => uuids.map((uuid) => ` ${uuid}\n`)),
    ...accepted,
  },
  {
    name: 'uuids-with-null-among',
    what: 'There are null and an empty text among the UUIDs.',
    of: MODEL,
    rewrite: uuidsAs((uuids) => [null, ...uuids, '']),
    ...accepted,
  },
  {
    name: 'numeric-ids',
    what: 'Jobs have numbers instead of UUIDs, here and in every query.',
    of: [...MODEL, ...JOB, 'retrieveModel', 'queryGenerationResult', 'queryJobProgress'],
    rewrite: renamed((count) => `${4711 + count}`),
    reread: (body, { memory }) => ({
      ...body,
      uuid: memory.get(String(body['uuid'])) ?? body['uuid'],
    }),
    ...accepted,
  },
  {
    name: 'ids-with-slashes',
    what: 'Jobs have names such as `tasks/4711=` instead of UUIDs, here and in every query.',
    of: [...V1, ...MODEL, ...JOB, 'retrieveModel', 'queryGenerationResult', 'queryJobProgress'],
    rewrite: renamed((count) => `"tasks/${4711 + count}="`),
    reread: (body, { memory }) => ({
      ...body,
      uuid: memory.get(JSON.stringify(body['uuid'])) ?? body['uuid'],
    }),
    ...accepted,
  },
  {
    name: 'v1-in-the-envelope-of-pictures',
    what: 'Group V1 answers a create with `data.uuids`.',
    of: V1,
    rewrite: instead((uuids, { usage }) => ({ success: true, data: { uuids }, usage })),
    ...accepted,
  },
  {
    name: 'v1-uuids-at-the-top',
    what: 'Group V1 answers a create with `uuids` at the top.',
    of: V1,
    rewrite: instead((uuids) => ({ uuids })),
    ...accepted,
  },
  {
    name: 'v1-data-as-an-object',
    what: 'Group V1 answers a create of one image with `data` as an object.',
    of: V1,
    rewrite: json((body) => ({ ...body, data: body.data[0] })),
    ...accepted,
  },
  {
    name: 'v1-task-alone',
    what: 'Group V1 answers a create of one image with the task itself.',
    of: V1,
    rewrite: json((body) => body.data[0]),
    ...accepted,
  },
  {
    name: 'v1-ids-as-data',
    what: 'Group V1 answers a create with its ids as `data` itself.',
    of: V1,
    rewrite: instead((uuids, body) => ({ ...body, data: uuids })),
    ...accepted,
  },
  {
    name: 'v1-task-done-at-once',
    what: 'Group V1 answers a create with tasks that are `succeeded` already.',
    of: V1,
    rewrite: json((body) => ({
      ...body,
      data: body.data.map((task: Json) => ({ ...task, status: 'succeeded' })),
    })),
    ...accepted,
  },
];

const NOTHING = new Uint8Array(0);
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/**
 * Writes another name for each UUID of the body: the first time a new one, later the same.
 *
 * @param name gives it as JSON
 */
function renamed(name: (count: number) => string): Deviation['rewrite'] {
  return (answer, { memory }) => {
    const text = textOf(answer).replaceAll(
      /"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/g,
      (_quoted, uuid: string) => {
        const other = memory.get(uuid) ?? name(memory.size);
        memory.set(uuid, other);
        memory.set(other, uuid);
        return other;
      },
    );
    return withText(answer, text);
  };
}

/** Where other facts of an accepted create are odd, and the UUIDs are not. */
const ACCEPTED: readonly Deviation[] = [
  {
    name: 'success-as-text',
    what: 'A picture or video that is accepted has `success` as the text `true`.',
    of: JOB,
    rewrite: set({ success: 'true' }),
    ...accepted,
  },
  {
    name: 'success-as-a-number',
    what: 'A picture or video that is accepted has `success` as the number 1.',
    of: JOB,
    rewrite: set({ success: 1 }),
    ...accepted,
  },
  {
    name: 'success-missing',
    what: 'A picture or video that is accepted has no `success`.',
    of: JOB,
    rewrite: without('success'),
    ...accepted,
  },
  {
    name: 'bare-uuids',
    what: 'A 3D creation answers with its UUIDs and nothing else.',
    of: MODEL,
    rewrite: instead((uuids) => ({ uuids })),
    ...accepted,
  },
  {
    name: 'unknown-fields',
    what: 'Answers of creates have fields that nobody documented.',
    of: ANY,
    rewrite: set({ requestId: 'r-1', code: 0, msg: 'ok', traceId: null, extra: { deep: [1] } }),
    ...accepted,
  },
  {
    name: 'code-200-beside-uuids',
    what: 'An accepted create says `code` 200 and `message` `success` beside its UUIDs.',
    of: [...MODEL, ...JOB],
    rewrite: set({ code: 200, message: 'success' }),
    ...accepted,
  },
  {
    name: 'error-null-beside-uuids',
    what: 'An accepted create has `error`, `errors` and `limitType`, all null or empty.',
    of: [...MODEL, ...JOB],
    rewrite: set({ error: null, errors: [], limitType: null }),
    ...accepted,
  },
  {
    name: 'code-402-beside-uuids',
    what: 'An accepted create has `code` 402 beside its UUIDs: the points left are few.',
    of: [...MODEL, ...JOB],
    rewrite: set({ code: 402, message: 'Your points run low.' }),
    ...accepted,
  },
  {
    name: 'another-face-count',
    what: 'The service applies another face count than asked for.',
    of: MODEL,
    rewrite: set({ generationConfig: { faceNum: { default: 1, min: 1, max: 9, value: 7 } } }),
    ...accepted,
  },
  {
    name: 'generation-config-as-text',
    what: '`generationConfig` comes as the text of JSON.',
    of: MODEL,
    rewrite: json((body) => ({ ...body, generationConfig: JSON.stringify(body.generationConfig) })),
    ...accepted,
  },
  {
    name: 'fewer-jobs-than-asked',
    what: 'The service accepts one model, and charges one, for any number of requested models.',
    of: MODEL,
    reread: (body) => ({ ...body, modelCount: 1 }),
    rewrite: (answer) => answer,
    ...accepted,
  },
  {
    name: 'job-count-differs',
    what: '`jobNum` says 4 where one UUID comes.',
    of: JOB,
    rewrite: setData({ jobNum: 4 }),
    ...accepted,
  },
  {
    name: 'created-201',
    what: 'Creates answer with HTTP 201.',
    of: ANY,
    rewrite: status(201),
    ...accepted,
  },
  {
    name: 'accepted-202',
    what: 'Creates of group LEGACY answer with HTTP 202.',
    of: [...MODEL, ...JOB],
    rewrite: status(202),
    ...accepted,
  },
  {
    name: 'v1-ok-200',
    what: 'Group V1 answers a create with HTTP 200.',
    of: V1,
    rewrite: status(200),
    ...accepted,
  },
  {
    name: 'content-type-html',
    what: 'The JSON of creates comes as `text/html`.',
    of: ANY,
    rewrite: header('content-type', 'text/html; charset=utf-8'),
    ...accepted,
  },
  {
    name: 'content-type-missing',
    what: 'Answers of creates have no content type.',
    of: ANY,
    rewrite: header('content-type', null),
    ...accepted,
  },
  {
    name: 'white-space-around',
    what: 'There are empty lines before and after the JSON of creates.',
    of: ANY,
    rewrite: text((body) => `\r\n\r\n  ${body}\n\n`),
    ...accepted,
  },
  {
    name: 'connection-closes',
    what: 'Every answer closes its connection.',
    of: [...ANY, 'retrieveModel', 'queryGenerationResult', 'queryPointsInfo', 'download'],
    rewrite: header('connection', 'close'),
    ...accepted,
  },
  {
    name: 'cookies-and-caches',
    what: 'Answers set cookies, and say that they may be cached for a day.',
    of: [...ANY, 'retrieveModel', 'queryGenerationResult', 'queryPointsInfo', 'models'],
    rewrite: all(
      header('set-cookie', 'session=1; Path=/; HttpOnly'),
      header('cache-control', 'public, max-age=86400'),
      header('etag', '"1"'),
    ),
    ...accepted,
  },
  {
    name: 'json-in-a-list',
    what: 'The answer of a create is a list that holds it alone.',
    of: MODEL,
    rewrite: json((body) => [body]),
    ...doubted,
  },
];

/** A create that was charged, and whose UUIDs cannot be read surely. */
const DOUBTED: readonly Deviation[] = [
  {
    name: 'uuids-that-differ',
    what: 'Two places name different UUIDs.',
    of: MODEL,
    rewrite: json((body) => ({ ...body, data: { uuids: [STRANGER] } })),
    ...doubted,
  },
  {
    name: 'uuids-empty',
    what: 'A create is charged and names no UUID: the list is empty.',
    of: MODEL,
    rewrite: set({ uuids: [] }),
    ...doubted,
  },
  {
    name: 'uuids-null',
    what: 'A picture or video is charged and its UUIDs are null.',
    of: JOB,
    rewrite: setData({ uuids: null }),
    ...doubted,
  },
  {
    name: 'uuids-in-a-sentence',
    what: 'The UUID of a create is in a sentence.',
    of: MODEL,
    rewrite: instead(([uuid]) => ({ type: 'sys', message: `Your job ${uuid} was queued.` })),
    ...doubted,
  },
  {
    name: 'uuids-under-another-name',
    what: 'The UUID of a create is in `result.job.taskId`.',
    of: MODEL,
    rewrite: instead(([taskId]) => ({ result: { job: { taskId } } })),
    ...doubted,
  },
  {
    name: 'uuids-in-location',
    what: 'A create is charged, and its UUID is in the header `Location` alone.',
    of: JOB,
    rewrite: (answer) => {
      const [uuid] = uuidsOf(JSON.parse(textOf(answer)));
      return { ...answer, status: 201, headers: { location: `/jobs/${uuid}` }, bytes: NOTHING };
    },
    ...doubted,
  },
  {
    name: 'uuids-beside-success-false',
    what: 'A create says `success: false` beside its UUIDs.',
    of: [...JOB, ...MODEL],
    rewrite: set({ success: false, message: 'The queue is full.' }),
    ...doubted,
  },
  {
    name: 'data-as-json-text',
    what: '`data` of a picture or video is the text of JSON.',
    of: JOB,
    rewrite: json((body) => ({ ...body, data: JSON.stringify(body.data) })),
    ...doubted,
  },
  {
    name: 'json-as-text',
    what: 'The whole answer of a create is JSON within a JSON text.',
    of: MODEL,
    rewrite: json((body) => JSON.stringify(body)),
    ...doubted,
  },
  {
    name: 'uuids-in-a-nested-list',
    what: 'The UUIDs come as a list within the list.',
    of: MODEL,
    rewrite: uuidsAs((uuids) => [uuids]),
    ...doubted,
  },
  {
    name: 'names-in-snake-case',
    what: 'A create names its UUIDs `uuid_list`.',
    of: MODEL,
    rewrite: instead((uuid_list) => ({ type: 'sys', uuid_list })),
    ...doubted,
  },
  {
    name: 'json-in-single-quotes',
    what: 'The answer of a create is written as a script prints it: with single quotes.',
    of: MODEL,
    rewrite: text((body) => body.replaceAll('"', "'").replaceAll('null', 'None')),
    ...doubted,
  },
  {
    name: 'json-before-a-comment',
    what: 'A comment is behind the JSON of a create.',
    of: JOB,
    rewrite: text((body) => `${body}\n<!-- served by node 7 -->`),
    ...doubted,
  },
  {
    name: 'json-twice',
    what: 'The JSON of a create comes twice, a line each.',
    of: JOB,
    rewrite: text((body) => `${body}\n${body}`),
    ...doubted,
  },
  {
    name: 'json-as-an-event-stream',
    what: 'The answer of a create is a stream of events: `data: {…}`.',
    of: JOB,
    rewrite: all(
      header('content-type', 'text/event-stream'),
      text((body) => `data: ${body}\n\n`),
    ),
    ...doubted,
  },
  {
    name: 'json-with-a-callback',
    what: 'The answer of a create is JSON within a call: `callback({…})`.',
    of: MODEL,
    rewrite: text((body) => `callback(${body});`),
    ...doubted,
  },
  {
    name: 'json-behind-a-warning',
    what: 'A warning of a script is before the JSON of a create.',
    of: MODEL,
    rewrite: text((body) => `Warning: session_start() in /srv/api.php on line 3\n${body}`),
    ...doubted,
  },
  {
    name: 'no-content-204',
    what: 'A create is charged and answers with HTTP 204 and no body.',
    of: MODEL,
    rewrite: (answer) => ({ ...answer, status: 204, headers: {}, bytes: new Uint8Array(0) }),
    ...doubted,
  },
  {
    name: 'empty-body',
    what: 'A create is charged and answers with an empty body.',
    of: JOB,
    rewrite: (answer) => withText(answer, ''),
    ...doubted,
  },
  ...(
    [
      ['null', null],
      ['true', true],
      ['text', 'ok'],
      ['number', 1],
      ['empty-list', []],
      ['empty-object', {}],
    ] as const
  ).map(([name, body]): Deviation => ({
    name: `body-${name}`,
    what: `A create is charged and its whole answer is \`${JSON.stringify(body)}\`.`,
    of: JOB,
    rewrite: json(() => body),
    ...doubted,
  })),
  ...([400, 402, 403, 409, 422, 429, 500] as const).map((code): Deviation => ({
    name: `uuids-under-${code}`,
    what: `A create is charged and names its UUIDs, under HTTP ${code}.`,
    of: MODEL,
    rewrite: status(code),
    ...doubted,
  })),
  {
    name: 'v1-ids-under-403',
    what: 'Group V1 charges a create and names its tasks, under HTTP 403.',
    of: V1,
    rewrite: status(403),
    ...doubted,
  },
];

/** A UUID that the service never gave. */
const STRANGER = '00000000-0000-4000-8000-000000000000';

/** How creates answer that are accepted, or may be. */
export const CREATE_DEVIATIONS: readonly Deviation[] = [
  ...LIMIT_TYPES,
  ...ENVELOPES,
  ...ACCEPTED,
  ...DOUBTED,
];
