// Time and memory of one command with all its processes.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const PAGE = 4096;
/** Of the clock in /proc. Unit: milliseconds. */
const TICK = 10;

/**
 * Runs a command to its end; one at a time.
 *
 * @returns {Promise<{ ms: number, cpu: number, mb: number }>} cpu: milliseconds that its processes
 *   and their threads computed, which other work on the machine changes little; mb: the most that they
 *   held together
 */
export function measure(command, args, options) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const before = computedByChildren();
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    let most = 0;
    /** By process: a parent that does not wait for its child never tells what that computed. */
    const computed = new Map();
    let text = '';
    child.stderr.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    const timer = setInterval(() => {
      most = Math.max(most, lookAtTree(child.pid, computed));
    }, 10);
    child.once('error', reject);
    child.once('close', (code) => {
      clearInterval(timer);
      const ms = performance.now() - start;
      const seen = [...computed.values()].reduce((sum, each) => sum + each, 0);
      const cpu = Math.max(computedByChildren() - before, seen);
      if (code === 0) resolve({ ms, cpu, mb: most / 1_000_000 });
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}\n${text}`));
    });
  });
}

/** By all children that have ended and were waited for. Unit: milliseconds. */
function computedByChildren() {
  const fields = readStat('self');
  // "cutime" and "cstime".
  return (Number(fields[13]) + Number(fields[14])) * TICK;
}

/** Notes what each process computed so far, by its number; gives what they hold. Unit: bytes. */
function lookAtTree(root, computed) {
  const parents = new Map();
  const stats = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = readStat(name);
    stats.set(Number(name), fields);
    parents.set(Number(name), Number(fields[1]));
  }
  let bytes = 0;
  for (const pid of parents.keys()) {
    let above = pid;
    while (above !== undefined && above !== root && above > 1) above = parents.get(above);
    if (above !== root) continue;
    const fields = stats.get(pid);
    // "utime" and "stime"; one that ended meanwhile has none.
    const ms = (Number(fields[11]) + Number(fields[12])) * TICK;
    if (ms > 0) computed.set(pid, ms);
    bytes += Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * PAGE;
  }
  return bytes;
}

/** The fields from the third on: the program's name may hold any character. */
function readStat(process) {
  const stat = read(`/proc/${process}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
