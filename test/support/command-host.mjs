// One process that runs a program of Node again and again, each time as if it had just begun: with arguments, a folder
// and variables of its own, until nothing keeps it any more. To start Node and load the same modules takes three quarters
// of what a command takes. Forked by command-host.ts.

import { pathToFileURL } from 'node:url';
import { keepWorkers } from './kept-forks.mjs';

/** @typedef {{ program: string, args: string[], cwd: string, env: Record<string, string>, mark: string }} Run */

const { stdout, stderr } = process;
const tell = process.send.bind(process);
/** What the program may add to, and what of it was there before. */
const emitters = [process, stdout, stderr];
let runs = 0;
/** @type {Run | null} */
let running = null;
let isSettled = false;

process.on('message', (/** @type {Run} */ run) => void begin(run));
process.on('disconnect', () => process.exit());
process.on('beforeExit', finish);
// A program that asks whether somebody holds its other end is told no.
process.send = undefined;
keepWorkers();
const before = emitters.map(listenersOf);

/** @param {Run} run */
async function begin(run) {
  running = run;
  isSettled = false;
  process.chdir(run.cwd);
  for (const name of Object.keys(process.env)) if (!(name in run.env)) delete process.env[name];
  Object.assign(process.env, run.env);
  process.argv = [process.execPath, run.program, ...run.args];
  process.channel.unref();
  stdout.write(run.mark);
  stderr.write(run.mark);
  // Another query is another module; what it imports is loaded once.
  runs += 1;
  await import(`${pathToFileURL(run.program).href}?run=${runs}`);
  isSettled = true;
}

/** Nothing is left to do. */
function finish() {
  if (running === null) return;
  const code = isSettled ? (process.exitCode ?? 0) : 13;
  const { mark } = running;
  running = null;
  process.exitCode = undefined;
  process.chdir('/');
  emitters.forEach((emitter, index) => forgetAdded(emitter, before[index]));
  stdout.write(mark);
  stderr.write(mark);
  process.channel.ref();
  tell(code);
}

function listenersOf(emitter) {
  return new Map(emitter.eventNames().map((name) => [name, emitter.rawListeners(name)]));
}

function forgetAdded(emitter, known) {
  for (const name of emitter.eventNames()) {
    const kept = known.get(name) ?? [];
    for (const listener of emitter.rawListeners(name)) {
      if (!kept.includes(listener)) emitter.removeListener(name, listener);
    }
  }
}
