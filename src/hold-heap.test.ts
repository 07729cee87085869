import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { V8_FLAGS } from './hold-heap.ts';

// V8 prints what it does not know to the terminal, past all that a process could catch: `npm run test:node` asks others.
it.each(Object.entries(V8_FLAGS))('V8 of this Node knows what is asked: %s', (_name, flags) => {
  const script = `for (const flag of ${JSON.stringify(flags)}) require('node:v8').setFlagsFromString(flag)`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
