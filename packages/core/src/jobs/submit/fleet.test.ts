import { expect, it } from 'vitest';
import { simulateFleet } from '../testing/fleet-simulation.ts';

it.each([1, 2, 3])(
  'machines in bad weather buy each recipe once, and settle what any of them can: seed %i',
  async (seed) => {
    const outcome = await simulateFleet({ seed, machines: 60, steps: 15_000 });
    expect(outcome).toMatchObject({ twice: 0, settleable: 0, mixedUp: 0 });
    expect(outcome.faults).toBeGreaterThan(100);
  },
);
