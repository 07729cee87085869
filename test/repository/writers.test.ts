import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/app.ts';

/** Functions of `node:fs` that write or delete. */
const WRITERS =
  /^(?:appendFile|chmod|copyFile|cp|createWriteStream|link|mkdir|rename|rm|rmdir|symlink|truncate|unlink|utimes|writeFile)(?:Sync)?$/;
/** Functions of ours that do so for whoever calls them. */
const OWN_WRITERS = /^(?:copyWritable|setMode)$/;

const SOURCES = ['packages/core/src', 'packages/gallery/src', 'packages/unplugin/src', 'src'];

/** Those that ask no guard of links, each with what makes it safe. */
const UNGUARDED: Readonly<Record<string, string>> = {
  'packages/core/src/config/load-typescript.ts':
    'a new file of a name that nobody can know, beside a module of the project',
  'packages/core/src/fs/copy-writable.ts': 'its callers ask before',
  'packages/core/src/fs/make-shared-folder.ts': 'its callers ask before',
  'packages/core/src/fs/put-back.ts': 'its callers ask before they take a file away',
  'packages/core/src/fs/set-mode.ts': 'its callers ask before',
  'packages/core/src/jobs/journal/journal-file.ts': 'the journal asks before it opens or names one',
  'packages/core/src/jobs/locks/recipe-lock.ts':
    'asks for the lock, which its other names stand beside',
  'packages/core/src/node/open-engine.ts': 'a folder of its own in the folder of temporary files',
  'packages/core/src/process/model/textures/native-ktx2.ts': 'the same',
  'packages/core/src/process/video/run-ffmpeg.ts': 'the same',
  'packages/core/src/store/cas/write-new-file.ts': 'its callers ask before',
  'packages/core/src/store/remote/signing-key.ts':
    'the user’s config folder, or a file that was named',
  'packages/unplugin/src/esbuild/rebuild-request.ts':
    'an empty file of a name that nobody can know, among temporary files',
  'packages/unplugin/src/shared/large/place-file.ts': 'the folder that the bundler writes to',
  'src/commands/make.ts': 'the file of -o, and a folder of its own in the cache',
  'src/commands/merge-driver.ts': 'the file that git names',
  'src/doctor/machine.ts': 'a new file in the cache folder',
  'src/plan/make-plan.ts': 'the file of --out',
  'src/status/download-result.ts': 'a new file in the folder of --download; none is replaced',
};

/** What a file takes from `node:fs` and `node:fs/promises`, and what of ours does the same for it. */
function writersOf(text: string): string[] {
  return [...text.matchAll(/import \{([^}]*)\} from '([^']+)'/g)].flatMap(
    ([, names = '', from = '']) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => (/^node:fs\b/.test(from) ? WRITERS : OWN_WRITERS).test(name)),
  );
}

test('whatever writes or deletes asks the guard of links, or says why it need not', () => {
  const files = SOURCES.flatMap((folder) =>
    readdirSync(path.join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|(?:^|\/)testing\//.test(name))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );
  const writing = files.filter(
    (file) => writersOf(readFileSync(path.join(REPOSITORY, file), 'utf8')).length > 0,
  );
  const unguarded = writing.filter((file) => {
    const text = readFileSync(path.join(REPOSITORY, file), 'utf8');
    return !/\b(?:PathGuard|linkGuard|guard)\b/.test(text) || Object.hasOwn(UNGUARDED, file);
  });
  expect(writing.length).toBeGreaterThan(20);
  expect(unguarded.sort()).toEqual(Object.keys(UNGUARDED).sort());
});
