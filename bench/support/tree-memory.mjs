import { readFileSync, readdirSync } from 'node:fs';

/**
 * The most memory that a process and all that it started held at once, pages that they share
 * counted once, until it ends. Linux only: elsewhere 0. Unit: bytes.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
export function treeMemory(child) {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, memoryNow(child.pid));
  }, 50);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearInterval(timer);
      if (code === 0) resolve(most);
      else reject(new Error(`ended with ${code}`));
    });
  });
}

function memoryNow(root) {
  const parents = new Map();
  try {
    for (const entry of readdirSync('/proc')) {
      if (!/^\d+$/.test(entry)) continue;
      const [, parent] = /\) \S (\d+)/.exec(read(`/proc/${entry}/stat`)) ?? [];
      if (parent !== undefined) parents.set(Number(entry), Number(parent));
    }
  } catch {
    return 0;
  }
  const within = (pid) => pid === root || (parents.has(pid) && within(parents.get(pid)));
  return [...parents.keys()].filter(within).reduce((sum, pid) => {
    // PSS: a page of Node's own code that two processes map counts half for each.
    const [, kilobytes = '0'] = /^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`)) ?? [];
    return sum + Number(kilobytes) * 1024;
  }, 0);
}

/** Empty for a process that ended meanwhile. */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
