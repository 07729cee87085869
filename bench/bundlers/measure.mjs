// Time and memory of one command with all its processes.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

const PAGE = 4096;

/**
 * Runs a command to its end.
 *
 * @returns {Promise<{ ms: number, mb: number }>} mb: the most that its processes held together
 */
export function measure(command, args, options) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
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
      if (code === 0) resolve({ ms, mb: most / 1_000_000 });
      else reject(new Error(`${command} ${args.join(' ')} ended with ${code}\n${text}`));
    });
  });
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
