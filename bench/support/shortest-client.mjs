// The shortest program that gets N pictures of a service: it asks for all at once, knows how long
// a job takes, and writes what it gets. It keeps nothing that outlives it: no price, no journal, no
// check of what came. Told: the service's address, N, the time of a job in milliseconds, a folder.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const [url, count, jobMs, folder] = process.argv.slice(2);
const AT_ONCE = 8;
const numbers = Array.from({ length: Number(count) }, (_each, number) => number).values();
const waiting = [];

async function create() {
  for (const number of numbers) {
    const form = new FormData();
    form.set('prompt', `a view of the town number ${number}`);
    const response = await fetch(`${url}/api/createNormalPicture`, { method: 'POST', body: form });
    const { data } = await response.json();
    waiting.push(collect(data.uuids[0], number));
  }
}

async function collect(uuid, number) {
  await delay(Number(jobMs));
  for (;;) {
    const body = JSON.stringify({ uuid });
    const response = await fetch(`${url}/api/queryGenerationResult`, { method: 'POST', body });
    const { data } = await response.json();
    if (data.resultUrl !== null) {
      const file = await fetch(data.resultUrl);
      writeFileSync(join(folder, `${number}.png`), Buffer.from(await file.arrayBuffer()));
      return;
    }
    await delay(10);
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, create));
await Promise.all(waiting);
