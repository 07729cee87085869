import { conversionId, convertOnce } from './convert-once.ts';
import type { EnginePorts } from '../engine-ports.ts';
import type { ConvertQueues } from './convert-once.ts';
import type { ConvertOutcome, ConvertRequest } from '../job-engine.ts';

/**
 * One process of this machine at a time asks for a conversion and downloads it; those that waited
 * take what it got, for a question may cost. The machines of a team have turns of their own.
 */
export async function convertInTurn(
  ports: EnginePorts,
  queues: ConvertQueues,
  request: ConvertRequest,
  signal: AbortSignal | undefined,
): Promise<ConvertOutcome> {
  if (ports.results !== null) return convertOnce(ports, queues, request, signal);
  const { asset, find, keep } = request;
  const reason = 'another process requested the same conversion';
  const lock = await ports.locks.acquire(`${conversionId(request)}-file`, {
    signal,
    onWait: () => ports.emit({ type: 'waiting', asset, reason, ms: 0 }),
  });
  try {
    const found = (await find?.()) ?? null;
    if (found !== null) return { ...found, points: 0 };
    const outcome = await convertOnce(ports, queues, request, signal);
    // Before the next one looks.
    await keep?.(outcome);
    return outcome;
  } finally {
    await lock.release();
  }
}
