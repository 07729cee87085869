// npm run bench [-- --only NAME] [--quick]
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const here = fileURLToPath(new URL('.', import.meta.url));
const names = readdirSync(here)
  .filter((file) => file.endsWith('.mjs') && file !== 'run.mjs' && file !== 'report.mjs')
  .map((file) => file.slice(0, -'.mjs'.length))
  .sort();
const chosen = values.only === undefined ? names : names.filter((name) => name === values.only);

if (chosen.length === 0) {
  console.error(`no benchmark ${values.only ?? ''}; there are: ${names.join(', ') || 'none'}`);
  process.exit(2);
}

let lines = 0;
let misses = 0;
const broken = [];
for (const name of chosen) {
  console.log(`# ${name}`);
  const { code, output } = await run(name);
  const results = output.split('\n').filter((line) => /\s(?:ok|MISS)$/.test(line));
  lines += results.length;
  misses += results.filter((line) => line.endsWith('MISS')).length;
  if (code !== 0) broken.push(name);
}
console.log(`${lines} measured, ${misses} missed`);
if (broken.length > 0) {
  console.error(`did not end well: ${broken.join(', ')}`);
  process.exitCode = 1;
}

/** Runs one benchmark in a process of its own: nothing that one loads or leaves warms another. */
function run(name) {
  return new Promise((resolve, reject) => {
    const args = [`${here}${name}.mjs`, ...(values.quick ? ['--quick'] : [])];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      process.stdout.write(text);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code, output });
    });
  });
}
