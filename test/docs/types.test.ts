import path from 'node:path';
import ts from 'typescript';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/app.ts';
import { createProject, runCommand } from '../support/command.ts';
import { blocksOf } from './blocks.ts';
import { MANIFEST } from './project.ts';

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: ['node', 'vite/client'],
  allowJs: true,
  checkJs: true,
  skipLibCheck: true,
  // Many a page catches in JavaScript.
  useUnknownInCatchVariables: false,
};

test('every TypeScript and JavaScript block of the pages has the types that it says', async () => {
  const root = await createProject(MANIFEST);
  // The pages speak of its code too.
  const dependencies = { three: '*', '@react-three/fiber': '*', react: '*' };
  writeFileSync(path.join(root, 'package.json'), JSON.stringify({ dependencies }));
  await runCommand(root, ['types']);
  const files = new Map([
    [
      path.join(REPOSITORY, 'test/docs/page-assets.d.ts'),
      readFileSync(path.join(root, 'assets.gen.d.ts'), 'utf8'),
    ],
  ]);
  const places = new Map<string, { file: string; line: number }>();
  for (const [index, block] of blocksOf('ts', 'js', 'mjs').entries()) {
    if (block.note.startsWith('skip')) continue;
    // What the block takes from its surroundings is said in the note before it, on one line.
    const given = /^with (.+)$/.exec(block.note)?.[1] ?? '';
    const extension = block.language === 'ts' || given !== '' ? 'ts' : 'mjs';
    const name = path.join(REPOSITORY, `test/docs/block-${index}.${extension}`);
    files.set(name, `${given}\n${block.code}\nexport {};\n`);
    places.set(name, { file: block.file, line: block.line - 1 });
  }
  const found = check(files).map(({ file, line, message }) => {
    const place = places.get(file) ?? { file, line: 0 };
    return `${place.file}:${place.line + line} ${message}`;
  });
  expect(found).toEqual([]);
  expect(places.size).toBeGreaterThan(8);
});

/** What the compiler has against files that are only in memory. Lines from 0. */
function check(
  files: ReadonlyMap<string, string>,
): { file: string; line: number; message: string }[] {
  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, readFile } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.readFile = (name) => files.get(name) ?? readFile(name);
  const program = ts.createProgram([...files.keys()], OPTIONS, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => ({
    file: file?.fileName ?? '',
    line: file === undefined ? 0 : file.getLineAndCharacterOfPosition(start ?? 0).line,
    message: ts.flattenDiagnosticMessageText(messageText, '\n'),
  }));
}
