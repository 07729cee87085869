import type { EnginePorts } from '../engine-ports.ts';
import { JobError } from '../job-error.ts';

/** After a 402 nothing more goes out, what waits for its turn included. */
export function assertNotHalted(ports: EnginePorts, asset: string): void {
  const halted = ports.halt.reason();
  if (halted !== null) {
    throw new JobError(
      'ASSETGEN_POINTS',
      asset,
      [],
      'not submitted: the account has too few points',
      {
        hint: halted.hint ?? 'Add points to the account, then run again.',
        cause: halted,
      },
    );
  }
}
