import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../support/app.ts';
import { createProject, runCommand } from '../support/command.ts';
import { typeCheck } from '../support/type-check.ts';
import { blocksOf } from './blocks.ts';
import { MANIFEST } from './project.ts';

const OPTIONS = {
  strict: true,
  module: 'esnext',
  moduleResolution: 'bundler',
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: ['node', 'vite/client'],
  allowJs: true,
  checkJs: true,
  skipLibCheck: true,
  // Many a page catches in JavaScript.
  useUnknownInCatchVariables: false,
  // This repository itself.
  paths: { assetgen: [path.join(REPOSITORY, 'dist/index.d.ts')] },
};

test('every TypeScript and JavaScript block of the pages has the types that it says', async () => {
  const root = await createProject(MANIFEST);
  // The pages speak of its code too.
  const dependencies = { three: '*', '@react-three/fiber': '*', react: '*' };
  writeFileSync(path.join(root, 'package.json'), JSON.stringify({ dependencies }));
  await runCommand(root, ['types']);
  const blocks = mkdtempSync(path.join(tmpdir(), 'blocks-'));
  symlinkSync(path.join(REPOSITORY, 'node_modules'), path.join(blocks, 'node_modules'), 'junction');
  const write = (name: string, text: string): void => writeFileSync(path.join(blocks, name), text);
  write('tsconfig.json', JSON.stringify({ compilerOptions: OPTIONS }));
  write('page-assets.d.ts', readFileSync(path.join(root, 'assets.gen.d.ts'), 'utf8'));
  const places = new Map<string, { file: string; line: number }>();
  for (const [index, block] of blocksOf('ts', 'js', 'mjs').entries()) {
    if (block.note.startsWith('skip')) continue;
    // What the block takes from its surroundings is said in the note before it, on one line.
    const given = /^with (.+)$/.exec(block.note)?.[1] ?? '';
    const extension = block.language === 'ts' || given !== '' ? 'ts' : 'mjs';
    const name = `block-${index}.${extension}`;
    write(name, `${given}\n${block.code}\nexport {};\n`);
    places.set(name, { file: block.file, line: block.line - 1 });
  }
  const found = (await typeCheck(blocks)).map(({ file, line, message }) => {
    const place = places.get(file) ?? { file, line: 0 };
    return `${place.file}:${place.line + line - 1} ${message}`;
  });
  expect(found).toEqual([]);
  expect(places.size).toBeGreaterThan(8);
});
