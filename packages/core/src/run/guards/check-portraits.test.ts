import { describe, expect, it } from 'vitest';
import type { ImageInput } from '../../manifest/manifest.ts';
import { assetOf } from '../../testing/manifests.ts';
import type { BuildContext } from '../build-context.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { checkPortraits } from './check-portraits.ts';

const TEAM = { kind: 'chibi', style: 's', images: ['./ann.png', './bob.png'] };
const UNKNOWN = { portrait: null, message: 'The limit was reached.' };
const YES = { portrait: true, message: 'ok' };
const NO = { portrait: false, message: 'ok' };

/** Checks a team whose questions get these answers, one after the other. */
async function check(answers: (typeof YES | typeof NO | typeof UNKNOWN)[], more: object = {}) {
  const waits: number[] = [];
  let asked = 0;
  const checkPortrait = async () => answers[asked++] ?? YES;
  const context = {
    ports: { sleep: async (ms: number) => void waits.push(ms) },
    options: { onEvent: () => undefined },
    signal: new AbortController().signal,
  } as unknown as BuildContext;
  const error = await checkPortraits(
    assetOf({ ...TEAM, requirePortrait: true, ...more }),
    (image: ImageInput) => new Blob([image.type]),
    { checkPortrait } as unknown as Workspace,
    context,
  ).then(
    () => null,
    (reason: unknown) => reason,
  );
  return { error, asked, waits };
}

describe('checkPortraits', () => {
  it('asks once for each image, and lets persons pass', async () => {
    expect(await check([YES, YES])).toEqual({ error: null, asked: 2, waits: [] });
  });

  it('asks nothing where no portrait is required', async () => {
    expect(await check([], { requirePortrait: false })).toMatchObject({ error: null, asked: 0 });
  });

  it('stops at an image without a person, and names it', async () => {
    const { error } = await check([YES, NO]);
    expect(error).toMatchObject({ code: 'ASSETGEN_PORTRAIT' });
    expect(String(error)).toContain('./bob.png shows no person');
  });

  it('takes "not known" for neither yes nor no: waits, and asks again', async () => {
    expect(await check([UNKNOWN, YES, YES])).toMatchObject({
      error: null,
      asked: 3,
      waits: [5000],
    });
    const { error, waits } = await check([UNKNOWN, UNKNOWN, UNKNOWN]);
    expect(error).toMatchObject({ code: 'ASSETGEN_PORTRAIT_UNKNOWN' });
    expect(String(error)).toContain('nothing was paid');
    expect(waits).toEqual([5000, 61_000]);
  });
});
