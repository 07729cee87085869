import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createService } from '@assetgen/service';
import { expect, test } from 'vitest';
import { REPOSITORY, makeApp } from '../support/app.ts';
import { cleanEnv } from '../support/env.ts';
import { runNode } from '../support/run-node.ts';

test('the examples of the client README run as they stand', async () => {
  const readme = readFileSync(path.join(REPOSITORY, 'packages/client/README.md'), 'utf8');
  const [first = '', second = ''] = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(
    ([, code]) => code ?? '',
  );
  const service = createService({ key: 'secret-key' });
  const { url, close } = await service.listen();
  // The second example uses the first one's client before it closes it.
  const program = first.replace('await client.close();', `${second}\nawait client.close();`);
  const root = await makeApp({ 'readme.mjs': program });
  const result = await runNode(['readme.mjs'], {
    cwd: root,
    env: cleanEnv({ ASSETGEN_API_URL: url, ASSETGEN_API_KEY: 'secret-key' }),
  });
  await close();
  await service.close();
  expect(result).toMatchObject({ code: 0, stderr: '' });
  expect(result.stdout).toMatch(/^glTF/);
});
