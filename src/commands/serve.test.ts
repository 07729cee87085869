import { DEVIATIONS } from '@assetgen/service/deviations';
import { describe, expect, it, test } from 'vitest';
import type { CommandContext } from '../command.ts';
import { createScreen } from '../render/screen.ts';
import { serve } from './serve.ts';

interface Told {
  readonly out: string[];
  readonly err: string[];
}

function contextOf(
  options: Readonly<Record<string, unknown>>,
  { out, err }: Told,
  more: Partial<CommandContext> = {},
): CommandContext {
  return {
    root: '.',
    json: false,
    verbose: false,
    options,
    positionals: [],
    ask: null,
    hear: () => undefined,
    signal: new AbortController().signal,
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    screen: createScreen(process.stderr, (text) => void err.push(text)),
    ...more,
  };
}

/** Serves on a free port while `ask` goes on. */
async function serving(
  options: Readonly<Record<string, unknown>>,
  ask: (url: string) => Promise<void>,
): Promise<void> {
  const ended = new AbortController();
  let resolve: (text: string) => void = () => undefined;
  const listening = new Promise<string>((done) => (resolve = done));
  const told = { out: [], err: [] };
  const more = { json: true, signal: ended.signal, out: (text: string) => resolve(text) };
  const run = serve.run(contextOf({ port: '0', ...options }, told, more));
  try {
    const first = await Promise.race([listening, run.then(() => '{}')]);
    await ask((JSON.parse(first) as { url: string }).url);
  } finally {
    ended.abort();
    await run;
  }
}

const post = (url: string, body: unknown): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const picture = (url: string): Promise<Response> => {
  const body = new FormData();
  body.append('prompt', 'a hill');
  const headers = { authorization: 'Bearer key' };
  return fetch(`${url}/api/createNormalPicture`, { method: 'POST', headers, body });
};
const chibi = (url: string, styleType: string): Promise<Response> => {
  const body = new FormData();
  body.append('styleType', styleType);
  body.append('images', new Blob(['x'], { type: 'image/png' }));
  const headers = { authorization: 'Bearer key' };
  return fetch(`${url}/api/createCuteModelsFromImages`, { method: 'POST', headers, body });
};

describe('assetgen serve --deviate', () => {
  it.each([[['uuids-as-data', 'created-201']], [['uuids-as-data,created-201']]])(
    'plays %j',
    async (deviate) => {
      await serving({ deviate }, async (url) => {
        const answer = await picture(url);
        expect(answer.status).toBe(201);
        expect(await answer.json()).toEqual({ success: true, data: [expect.any(String)] });
      });
    },
  );

  it('lists every name, in words and as JSON', async () => {
    const told: Told = { out: [], err: [] };
    expect(await serve.run(contextOf({ deviate: ['list'] }, told))).toBe(0);
    expect(told.out).toHaveLength(DEVIATIONS.length);
    expect(told.out.join('\n')).toContain('points-negative\n  An accepted create');
    const asJson: Told = { out: [], err: [] };
    await serve.run(contextOf({ deviate: ['list'] }, asJson, { json: true }));
    expect(JSON.parse(asJson.out[0] ?? '')).toHaveLength(DEVIATIONS.length);
  });

  it('says what it plays, and refuses to play nothing', async () => {
    const told: Told = { out: [], err: [] };
    const ended = new AbortController();
    ended.abort();
    const options = { port: '0', deviate: ['created-201'] };
    await serve.run(contextOf(options, told, { signal: ended.signal }));
    expect(told.out).toContain('  deviates: created-201. Creates answer with HTTP 201.');
    const empty = serve.run(contextOf({ deviate: [' ,'] }, { out: [], err: [] }));
    await expect(empty).rejects.toMatchObject({ code: 'ASSETGEN_USAGE' });
  });

  it('names the nearest of an unknown name', async () => {
    const run = serve.run(contextOf({ deviate: ['answers-in-gzib'] }, { out: [], err: [] }));
    await expect(run).rejects.toMatchObject({
      code: 'ASSETGEN_USAGE',
      message: '--deviate: no deviation "answers-in-gzib"',
      hint: expect.stringContaining('Did you mean answers-in-gzip?'),
    });
  });
});

test('an empty key, as of a variable that is not set, is no key', async () => {
  const run = serve.run(contextOf({ port: '0', key: '' }, { out: [], err: [] }));
  await expect(run).rejects.toMatchObject({ code: 'ASSETGEN_USAGE' });
});

describe('assetgen serve, what the account may', () => {
  it('knows the style tags that it is told', async () => {
    await serving({ styles: 'anime, voxel' }, async (url) => {
      const text = async (style: string): Promise<string> => (await chibi(url, style)).text();
      expect(await text('toy')).toContain('anime, voxel');
      expect(await text('anime')).not.toContain('Expected a configured style');
    });
  });

  it('refuses words by their limitType', async () => {
    await serving({ moderation: 'sword,4:gun' }, async (url) => {
      const limitType = async (prompt: string): Promise<unknown> => {
        const answer = await post(`${url}/api/generateModelWithText`, { prompt });
        return ((await answer.json()) as Record<string, unknown>)['limitType'];
      };
      expect(await limitType('a sword')).toBe(3);
      expect(await limitType('a gun')).toBe(4);
    });
  });

  it('forbids what it is told, and refuses a name that forbids nothing', async () => {
    await serving({ forbid: 'extra_high' }, async (url) => {
      const body = { prompt: 'a fox', mesh_quality: 'extra_high' };
      expect((await post(`${url}/api/generateModelWithText`, body)).status).toBe(403);
    });
    const run = serve.run(contextOf({ forbid: 'extra-high' }, { out: [], err: [] }));
    await expect(run).rejects.toMatchObject({
      code: 'ASSETGEN_SERVICE_OPTIONS',
      message: expect.stringContaining('received "extra-high"'),
    });
  });

  it('signs URLs for as long as it is told', async () => {
    await serving({ 'url-seconds': '7' }, async (url) => {
      const { data } = (await (await picture(url)).json()) as { data: { uuids: string[] } };
      const query = async (): Promise<string | null> => {
        const answer = await post(`${url}/api/queryGenerationResult`, { uuid: data.uuids[0] });
        return ((await answer.json()) as { data: { resultUrl: string | null } }).data.resultUrl;
      };
      await expect.poll(query).not.toBeNull();
      const expires = Number(new URL((await query()) ?? '').searchParams.get('expires'));
      expect(expires - Date.now() / 1000).toBeLessThanOrEqual(8);
    });
  });
});
