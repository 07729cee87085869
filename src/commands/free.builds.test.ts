import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Command } from '../command.ts';
import { callCommand } from '../testing/call-command.ts';
import { balance } from './balance.ts';
import { build } from './build.ts';
import { plan } from './plan.ts';
import { report } from './report.ts';
import { reroll } from './reroll.ts';
import { status } from './status.ts';

let root: string;
beforeEach(() => {
  vi.stubEnv('CI', '');
  for (const name of Object.keys(process.env))
    if (name.startsWith('ASSETGEN_')) vi.stubEnv(name, undefined);
  root = mkdtempSync(path.join(tmpdir(), 'free-'));
  const outputs = [{ format: 'webp', width: 64 }];
  const assets = {
    hill: { kind: 'image', prompt: 'a green hill', outputs },
    flux: { kind: 'image', prompt: 'a blorptastic snarfwangle', outputs },
  };
  writeFileSync(path.join(root, 'assets.gen.json'), JSON.stringify({ assets }));
  // A budget keeps nobody from what is free.
  const config = { service: 'local', budget: 0, cache: { dir: path.join(root, '.cache') } };
  writeFileSync(path.join(root, 'assetgen.config.json'), JSON.stringify(config));
});

async function run(
  command: Command,
  positionals: readonly string[] = [],
  options: Readonly<Record<string, unknown>> = {},
  json = false,
): Promise<string> {
  const told: string[] = [];
  const progress = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    told.push(String(text));
    return true;
  });
  const said = await callCommand(root, command, positionals, options, { json, verbose: true });
  progress.mockRestore();
  // A program reads the output alone: what takes long shows its progress on the other stream.
  return json ? said : [...told, said].join('\n');
}

it('the embedded service costs no points in any text, and says what it does not know', async () => {
  const texts = {
    before: await run(plan),
    built: await run(build),
    again: await run(build),
    report: await run(report, [], { format: 'md' }),
    status: await run(status, ['flux']),
    reroll: await run(reroll, ['hill']),
    priced: await run(plan),
    rerolled: await run(build),
    balance: await run(balance),
  };
  for (const text of Object.values(texts)) {
    expect(text).not.toMatch(/\d points?\b|\| \d+ \||points (unknown|spent)|paid|billed|charged/);
  }
  expect(texts.before).toMatch(/hill +generate +free +new\n.*2 to make, 0 up to date; free$/s);
  expect(texts.built).toMatch(/hill: accepted, free\n.*2 assets: 2 generated; 2 files, free, /s);
  expect(texts.again).toMatch(/^2 assets: 2 up to date; 2 files, free, /m);
  expect(texts.report).toMatch(/2 assets, free\..*\| ready, stand-in \|/s);
  expect(texts.priced).toMatch(/hill +generate +free/);
  expect(texts.rerolled).toContain('1 generated');
  expect(texts.balance).toBe('The embedded service is free: it asks for no points.');
  const unknown = 'the embedded service does not know `blorptastic`, `snarfwangle`: a stand-in';
  expect(texts.built).toContain(`ASSETGEN_STAND_IN flux: ${unknown}`);
  expect(texts.built).toMatch(/1 stand-in for words that .* does not know: flux\./);
  expect(texts.status).toContain(`stand-in: ${unknown}`);
  // A program goes on to read numbers.
  expect(JSON.parse(await run(report, [], { format: 'md' }, true))).toMatchObject({
    points: expect.any(Number),
  });
  expect(JSON.parse(await run(build, [], {}, true))).toMatchObject({ points: 0, free: true });
}, 60_000);

it('`build --only` counts its part, as `plan --only` does', async () => {
  await run(build);
  const only = ['hill'];
  expect(await run(plan, [], { only })).toBe('1 asset: 0 to make, 1 up to date');
  expect(await run(build, [], { only })).toMatch(/^1 asset: 1 up to date; 1 file, free, /m);
  const part = { assets: 1, outputs: 1, cached: 1 };
  expect(JSON.parse(await run(build, [], { only }, true))).toMatchObject(part);
}, 60_000);
