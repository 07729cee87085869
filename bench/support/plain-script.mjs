// The script that a project has before it has a tool: it asks a service for each prompt whose file is not
// there, up to three times, and writes the file. Told: the service's address, and a folder with
// `prompts.json`, an object of prompts by the file's name.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const [url, folder] = process.argv.slice(2);
const prompts = JSON.parse(readFileSync(join(folder, 'prompts.json'), 'utf8'));

for (const [name, prompt] of Object.entries(prompts)) {
  const file = join(folder, `${name}.png`);
  if (!existsSync(file)) writeFileSync(file, await generate(prompt));
}

async function generate(prompt) {
  const form = new FormData();
  form.set('prompt', prompt);
  const { data } = await ask(`${url}/api/createNormalPicture`, form);
  for (;;) {
    const body = JSON.stringify({ uuid: data.uuids[0] });
    const { data: found } = await ask(`${url}/api/queryGenerationResult`, body);
    if (found.resultUrl !== null) {
      const response = await fetch(found.resultUrl);
      return Buffer.from(await response.arrayBuffer());
    }
    await delay(100);
  }
}

async function ask(address, body, attempt = 1) {
  try {
    const response = await fetch(address, { method: 'POST', body });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return await response.json();
  } catch (error) {
    if (attempt === 3) throw error;
    return ask(address, body, attempt + 1);
  }
}
