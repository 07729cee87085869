import { expect, it } from 'vitest';
import { DONE_VARIABLE, nextTask } from './next-task.ts';
import type { NextProcess, NextTask } from './next-task.ts';

const ROOT = '/app';
const BIN = '/app/node_modules/next/dist/bin/next';
const WORKER = '/app/node_modules/next/dist/compiled/jest-worker/processChild.js';
const SERVER = '/app/node_modules/next/dist/server/lib/start-server.js';

function task(phase: string, args: string, more: Partial<NextProcess> = {}): NextTask {
  const argv = ['/usr/bin/node', ...args.split(' ')];
  return nextTask(`phase-${phase}`, ROOT, { argv, env: {}, isMainThread: true, ...more });
}

// What may buy is one row; everything else that Next calls a build is below it.
it.each<[string, string, string, NextTask]>([
  ['a build', 'production-build', `${BIN} build`, 'build'],
  ['with a folder', 'production-build', `${BIN} build apps/shop --webpack`, 'build'],
  ['of a shell', 'production-build', '/app/node_modules/.bin/next build', 'build'],
  ['of Windows', 'production-build', 'C:\\app\\node_modules\\next\\dist\\bin\\next build', 'build'],
  ['the linter of Next 15', 'production-build', `${BIN} lint`, 'none'],
  ['the types', 'production-build', `${BIN} typegen`, 'types'],
  ['the tests', 'production-build', `${BIN} experimental-test`, 'none'],
  ['the upgrade', 'production-build', `${BIN} upgrade`, 'none'],
  ['a server of Next 15', 'production-build', `${BIN} start`, 'none'],
  ['a dev server that asks so', 'production-build', `${BIN} dev`, 'none'],
  ['the dev server by its default', 'production-build', BIN, 'none'],
  ['a folder of the name', 'production-build', `${BIN} dev build`, 'none'],
  ['a worker', 'production-build', WORKER, 'none'],
  ['another program', 'production-build', '/app/node_modules/.bin/storybook build', 'frozen'],
  ['a script named build', 'production-build', '/app/scripts/next build', 'frozen'],
  ['the analyzer', 'analyze', `${BIN} analyze`, 'frozen'],
  ['the dev server', 'development-server', SERVER, 'dev'],
  ['what starts it', 'development-server', `${BIN} dev`, 'none'],
  ['what starts it by default', 'development-server', BIN, 'none'],
  ['what starts it for a build', 'development-server', `${BIN} build`, 'none'],
  [
    'the telemetry',
    'development-server',
    SERVER.replace(/server\/.*/, 'telemetry/detached-flush.js'),
    'none',
  ],
  ['a server of one’s own', 'development-server', '/app/server.js', 'drafts'],
  ['a server', 'production-server', `${BIN} start`, 'none'],
  ['a test', 'test', '/app/node_modules/.bin/jest', 'none'],
  ['another phase', 'of-tomorrow', `${BIN} build`, 'none'],
])('%s: %s, %s: %s', (_what, phase, args, expected) => {
  expect(task(phase, args)).toBe(expected);
});

it('leaves workers alone, and what a build has done', () => {
  expect(task('production-build', `${BIN} build`, { isMainThread: false })).toBe('none');
  expect(task('production-build', `${BIN} build`, { env: { IS_NEXT_WORKER: 'true' } })).toBe(
    'none',
  );
  expect(task('development-server', SERVER, { env: { IS_NEXT_WORKER: 'true' } })).toBe('none');
  const done = { env: { [DONE_VARIABLE]: ROOT } };
  expect(task('production-build', '/app/tool.js', done)).toBe('none');
  expect(task('production-build', '/app/tool.js', { env: { [DONE_VARIABLE]: '/b' } })).toBe(
    'frozen',
  );
  // A build within a build looks again: what it finds done costs nothing.
  expect(task('production-build', `${BIN} build`, done)).toBe('build');
});
