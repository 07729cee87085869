import { expect, it } from 'vitest';
import { diskError } from './disk-error.ts';
import { whenFilesAreFree } from './open-patiently.ts';

const full = (code: string): Error => Object.assign(new Error(`${code}: too many`), { code });

it.each(['EMFILE', 'ENFILE'])('%s is waited for', async (code) => {
  let tries = 0;
  const work = async (): Promise<string> => {
    tries += 1;
    if (tries < 3) throw full(code);
    return 'open';
  };
  expect(await whenFilesAreFree(work)).toBe('open');
  expect(tries).toBe(3);
});

it('what lasts is an error with a code and a remedy', () => {
  const error: unknown = diskError(full('EMFILE'), 'hero: the disk');
  expect(error).toMatchObject({
    code: 'ASSETGEN_DISK',
    message: 'hero: the disk: too many files are open (EMFILE)',
    hint: expect.stringContaining('ulimit -n'),
  });
});

it('any other error is told at once', async () => {
  let tries = 0;
  const work = (): Promise<never> => {
    tries += 1;
    return Promise.reject(full('EACCES'));
  };
  await expect(whenFilesAreFree(work)).rejects.toMatchObject({ code: 'EACCES' });
  expect(tries).toBe(1);
});
