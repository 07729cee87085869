// Runs the cases that its parent names, one after the other: a process of its own, which may hang, or
// die, and be ended.
import { peakMemory } from '../../../bench/support/peak-memory.mjs';
import { randomOf, seedOf } from './random.mjs';
import { TARGETS } from './targets.mjs';

process.on('message', async ({ seed, name, index }) => {
  const target = TARGETS[name];
  const before = process.cpuUsage();
  /** @type {{outcome: string, error?: string}} */
  let result;
  try {
    const made = target.make(randomOf(seedOf(seed, name, index)));
    result = { outcome: await target.run(made) };
  } catch (error) {
    result = {
      outcome: 'broken',
      error: error instanceof Error ? (error.stack ?? '') : String(error),
    };
  }
  const { user, system } = process.cpuUsage(before);
  const mostMb = Math.round(peakMemory() / 1e6);
  process.send?.({ ...result, cpuMs: Math.round((user + system) / 1000), mostMb });
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
