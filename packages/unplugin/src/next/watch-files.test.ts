import { mkdtemp, rename, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { watchFiles } from './watch-files.ts';

it('hears of a file that an editor replaces, of a new one, and of no other', async () => {
  const root = await mkdtemp(path.join(os.tmpdir(), 'watch-'));
  const file = path.join(root, 'assets.gen.json');
  const later = path.join(root, 'more');
  let changes = 0;
  const folders: string[] = [];
  const watching = watchFiles(
    { watched: () => [file], watchedFolders: () => folders },
    () => void (changes += 1),
  );
  await writeFile(path.join(root, 'page.tsx'), '');
  await writeFile(`${file}.new`, '{}');
  await rename(`${file}.new`, file);
  await expect.poll(() => changes).toBe(1);
  folders.push(root);
  watching.renew();
  await writeFile(later, '');
  await expect.poll(() => changes).toBe(2);
  watching.close();
});
