import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createProject, runCommand } from '../support/command.ts';
import { convertMeanwhile, crate } from '../support/convert-meanwhile.ts';
import { startCountedService } from '../support/counted-service.ts';

const STL = { format: 'stl', size: 50 };

/** Another machine with this project: nothing of a cache, nothing that was built. */
function otherMachine(root: string): Record<string, string> {
  rmSync(path.join(root, '.assetgen'), { recursive: true, force: true });
  return { ASSETGEN_CACHE_DIR: mkdtempSync(path.join(tmpdir(), 'machine-')) };
}
/** A project whose crate was bought by a build, and converted by another: the service has both. */
async function convertedProject(url: string) {
  const root = await createProject(crate('glb'));
  const env = { ASSETGEN_API_URL: url, ASSETGEN_API_KEY: 'key' };
  await runCommand(root, ['build'], { ...env, ...otherMachine(root) });
  await convertMeanwhile(url, root, STL);
  writeFileSync(path.join(root, 'assets.gen.json'), JSON.stringify(crate('glb', STL)));
  const args = ['build', '--json'];
  return { root, env, first: await runCommand(root, args, { ...env, ...otherMachine(root) }) };
}
const lockOf = (root: string): string =>
  readFileSync(path.join(root, 'assets.gen.lock.json'), 'utf8');

test('the embedded service converts on every machine what it made on one', async () => {
  const root = await createProject(crate(STL), { service: 'local' });
  expect((await runCommand(root, ['build'], otherMachine(root))).code).toBe(0);
  const lock = lockOf(root);
  const frozen = await runCommand(root, ['build', '--frozen', '--json'], otherMachine(root));
  expect(frozen.json()).toMatchObject({ ok: true, outputs: 1, points: 0, errors: [] });
  expect(lockOf(root)).toBe(lock);

  const more = JSON.stringify(crate(STL, { format: 'obj', size: 20 }));
  writeFileSync(path.join(root, 'assets.gen.json'), more);
  const built = await runCommand(root, ['build', '--json'], otherMachine(root));
  expect(built.json()).toMatchObject({ ok: true, outputs: 2, generated: 0, converted: 1 });
});

test('a frozen build fetches a conversion again from a service that has it, for nothing', async () => {
  const service = await startCountedService();
  try {
    const { root, env, first } = await convertedProject(service.url);
    expect(first.json()).toMatchObject({ ok: true, generated: 0, converted: 1, points: 10 });
    const lock = lockOf(root);
    service.reset();
    const args = ['build', '--frozen', '--json'];
    const frozen = await runCommand(root, args, { ...env, ...otherMachine(root) });
    expect(frozen.json()).toMatchObject({ ok: true, downloaded: 1, converted: 0, points: 0 });
    expect([service.creates(), lockOf(root)]).toEqual([0, lock]);
    expect(service.requests.filter((each) => each.endsWith('/convertToFormat'))).toHaveLength(1);

    // Who wants no risk at all gives it no points: it is not asked for then.
    service.reset();
    const none = await runCommand(root, [...args, '--budget', '0'], {
      ...env,
      ...otherMachine(root),
    });
    expect([none.code, none.json<{ errors: { code: string }[] }>().errors[0]?.code]).toEqual([
      4,
      'ASSETGEN_BUDGET',
    ]);
    expect(service.requests.some((each) => each.endsWith('/convertToFormat'))).toBe(false);
  } finally {
    await service.close();
  }
});

test('a service converts to other bytes each time: a frozen build says so, and check agrees with it', async () => {
  let conversions = 0;
  // The first 80 bytes of an STL are free text.
  const service = await startCountedService({}, async (request, pass) => {
    if (request.method !== 'GET') return null;
    const answer = await pass();
    const bytes = new Uint8Array(await answer.clone().arrayBuffer());
    if (new TextDecoder().decode(bytes.subarray(0, 4)) === 'glTF') return answer;
    bytes.set(new TextEncoder().encode(`conversion ${(conversions += 1)} `));
    return new Response(bytes, { status: answer.status, headers: answer.headers });
  });
  try {
    const { root, env, first } = await convertedProject(service.url);
    expect(first.code, first.stderr).toBe(0);
    const lock = lockOf(root);

    const runner = { ...env, ...otherMachine(root), CI: '1' };
    const built = await runCommand(root, ['build'], runner);
    expect([built.code, lockOf(root)]).toEqual([0, lock]);
    expect(built.stderr).toContain(
      "crate.50mm.stl: the service's conversion gives other bytes than the lock records",
    );
    const checked = await runCommand(root, ['check'], runner);
    expect([checked.code, checked.stderr]).toEqual([
      0,
      'crate.50mm.stl: made again here, with other bytes than the lock records\n',
    ]);
    const json = (await runCommand(root, ['check', '--json'], runner)).json();
    expect(json).toMatchObject({ ok: true, errors: [], remade: ['crate.50mm.stl'] });
    // The second build of the machine takes what the first made.
    service.reset();
    const again = await runCommand(root, ['build', '--frozen', '--json'], runner);
    expect(again.json()).toMatchObject({ ok: true, errors: [], points: 0 });
    expect([service.requests, conversions, lockOf(root)]).toEqual([[], 2, lock]);

    // A hand's edit is no conversion.
    writeFileSync(path.join(root, '.assetgen/files/crate.50mm.stl'), 'solid mine');
    const edited = await runCommand(root, ['check'], runner);
    expect([edited.code, edited.stderr]).toEqual([3, expect.stringContaining('was edited')]);
  } finally {
    await service.close();
  }
});
