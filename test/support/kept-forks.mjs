// In a process that runs commands one after the other: a worker for steps that one of them closes goes on for the next,
// with its libraries loaded. Within one build a worker serves many assets; here it serves those of several builds.
import childProcess from 'node:child_process';
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { PassThrough } from 'node:stream';

const WORKER = /\/steps\/worker\.js$/;
/** Workers that wait for another run, by how they were started. @type {Map<string, import('node:child_process').ChildProcess[]>} */
const idle = new Map();
const { fork } = childProcess;

/** From now on, `fork` gives a worker that another run has closed, where there is one. */
export function keepWorkers() {
  // A test runner may evaluate this module again in the same process.
  if (fork.name === 'forkKept') return;
  childProcess.fork = function forkKept(file, args, options) {
    return WORKER.test(String(file))
      ? new KeptFork(file, args, options)
      : fork(file, args, options);
  };
  syncBuiltinESMExports();
}

/** Workers of a key are alike. Of our own variables, which name a run's places, a worker reads none. */
function keyOf(file, { execArgv, env }) {
  const variables = Object.entries(env).filter(([name]) => !name.startsWith('ASSETGEN_'));
  return JSON.stringify([String(file), execArgv, variables.sort()]);
}

/** What a run sees of a worker, as of one that was started for it and ends when it is told to. */
class KeptFork extends EventEmitter {
  stderr = new PassThrough();
  exitCode = null;
  signalCode = null;
  connected = true;
  #child;
  #key;
  #listeners;

  constructor(file, args, options) {
    super();
    this.#key = keyOf(file, options);
    // Its folder is one that no test removes.
    const child = idle.get(this.#key)?.pop() ?? fork(file, args, { ...options, cwd: '/' });
    this.#child = child;
    this.#listeners = [
      [child, 'message', (message) => this.emit('message', message)],
      [child, 'error', (error) => this.emit('error', error)],
      [child, 'close', (code, signal) => this.#ended(code, signal)],
      [child.stderr, 'data', (chunk) => this.stderr.write(chunk)],
    ];
    for (const [emitter, name, listener] of this.#listeners) emitter.on(name, listener);
  }

  get channel() {
    return this.#child.channel;
  }

  send(message, sent) {
    if (message.type === 'close') {
      if (this.connected) setImmediate(() => this.#rest());
      this.connected = false;
      return true;
    }
    return this.#child.send(message, sent);
  }

  kill(signal) {
    return this.#child.kill(signal);
  }

  ref() {
    this.#child.ref();
    this.#child.stderr.ref();
  }

  unref() {
    this.#child.unref();
    this.#child.stderr.unref();
  }

  #rest() {
    if (this.exitCode !== null || this.signalCode !== null) return;
    const child = this.#child;
    this.#ended(0, null);
    this.unref();
    child.channel?.unref();
    if (!idle.has(this.#key)) idle.set(this.#key, []);
    const waiting = idle.get(this.#key);
    waiting.push(child);
    child.once('close', () => {
      const at = waiting.indexOf(child);
      if (at !== -1) waiting.splice(at, 1);
    });
  }

  #ended(code, signal) {
    for (const [emitter, name, listener] of this.#listeners) emitter.off(name, listener);
    this.connected = false;
    this.exitCode = code;
    this.signalCode = signal;
    this.stderr.end();
    this.emit('close', code, signal);
  }
}
