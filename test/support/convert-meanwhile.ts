import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Has the service finish a conversion of the first model in the lock: a build would wait 30 s before
 * it asks again.
 */
export async function convertMeanwhile(
  url: string,
  root: string,
  { format, size }: { readonly format: string; readonly size: number },
): Promise<void> {
  const lock = readFileSync(path.join(root, 'assets.gen.lock.json'), 'utf8');
  const uuid = /"uuid": "([^"]+)"/.exec(lock)?.[1];
  for (let tries = 0; tries < 200; tries++) {
    const response = await fetch(`${url}/api/convertToFormat`, {
      method: 'POST',
      headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
      body: JSON.stringify({ uuid, modelType: format, modelSize: size }),
    });
    if (((await response.json()) as { statusType: number }).statusType === 0) return;
    await delay(50);
  }
  throw new Error('the conversion never ended');
}

/** A manifest of one model with these outputs. */
export const crate = (...outputs: unknown[]): { readonly assets: object } => ({
  assets: {
    crate: {
      kind: 'model',
      prompt: 'a crate',
      quality: 'standard',
      faces: 100_000,
      meshOnly: true,
      outputs,
    },
  },
});
