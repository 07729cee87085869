import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const CHILD = fileURLToPath(new URL('child.mjs', import.meta.url));
const running = new Set<ChildProcess>();

export const headers = { authorization: 'Bearer key' };

/** A service in a process of its own, on a data folder: a test kills it. */
export async function startChild(
  data: string,
  jobSeconds: number,
): Promise<{ url: string; kill(): Promise<void> }> {
  const child = spawn(process.execPath, [CHILD, data, String(jobSeconds)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: line.toString().trim(),
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
      running.delete(child);
    },
  };
}

/** For the end of a test, however it ends. */
export function killChildren(): void {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
}

export async function ask(url: string, name: string, body: object): Promise<any> {
  const response = await fetch(`${url}/api/${name}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return response.json();
}

export async function create(url: string): Promise<string> {
  const body = new FormData();
  body.append('prompt', 'a hill');
  const init = { method: 'POST', headers, body };
  const answer = (await (await fetch(`${url}/api/createNormalPicture`, init)).json()) as any;
  return answer.data.uuids[0];
}

/** The address of the picture of a job, once it is made. */
export async function untilDone(url: string, uuid: string): Promise<string> {
  for (let tries = 0; tries < 600; tries++) {
    const { data } = await ask(url, 'queryGenerationResult', { uuid });
    if (data.status === 'completed') return data.resultUrl;
    expect(['queued', 'processing']).toContain(data.status);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The picture was never made.');
}
