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
    let text = '';
    child.stderr.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    const timer = setInterval(() => {
      most = Math.max(most, residentOfTree(child.pid));
    }, 10);
    child.once('error', reject);
    child.once('close', (code) => {
      clearInterval(timer);
      const ms = performance.now() - start;
      const cpu = computedByChildren() - before;
      if (code === 0) resolve({ ms, cpu, mb: most / 1_000_000 });
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}\n${text}`));
    });
  });
}

/** By all children that have ended. Unit: milliseconds. */
function computedByChildren() {
  const fields = read('/proc/self/stat')
    .replace(/^.*\) /s, '')
    .split(' ');
  // The fields "cutime" and "cstime"; the first here is the third of the file.
  return (Number(fields[13]) + Number(fields[14])) * TICK;
}

/** Unit: bytes. */
function residentOfTree(root) {
  const parents = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = read(`/proc/${name}/stat`);
    // The name of the program stands in parentheses and may hold any character.
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  let bytes = 0;
  for (const pid of parents.keys()) {
    let above = pid;
    while (above !== undefined && above !== root && above > 1) above = parents.get(above);
    if (above === root) bytes += Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * PAGE;
  }
  return bytes;
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
