import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@assetgen/client';
import type { Client, Clock } from '@assetgen/client';
import { AssetgenError } from '@assetgen/client/errors';
import { openProjectTools } from '@assetgen/core';
import type { ReportedError } from '@assetgen/core';
import type { Deviation } from '@assetgen/service';
import sharp from 'sharp';
import { exitCodeOf } from '../../src/exit-codes.ts';
import { printErrors } from '../../src/render/errors.ts';
import { createProgress } from '../../src/render/progress/create-progress.ts';
import { createScreen } from '../../src/render/screen.ts';
import { cleanEnv } from '../support/env.ts';
import type { Journey } from './journeys.ts';
import { playedService } from './played-service.ts';
import { virtualClock } from './virtual-clock.ts';

/** What one run came to. Creates and points are those of all runs so far. */
export interface Played {
  readonly creates: number;
  readonly points: number;
  /** Of a build: its exit code. */
  readonly exit: number;
  readonly codes: readonly string[];
  /** What the build said it cost; null: unknown. */
  readonly told: number | null;
  /** All that a person read: progress, warnings and errors. */
  readonly words: string;
}

const KEY = 'secret-key';

/** A project, and a service that deviates. */
export interface Stage {
  /** Builds once more, with the cache, journal and lock of the runs before. */
  build(): Promise<Played>;
  /** Changes what the manifest says of the asset. */
  declare(asset: Journey['asset']): void;
}

/** Sets a stage, and takes it down when `act` has ended. */
export async function onStage<T>(
  deviation: Deviation,
  journey: Journey,
  act: (stage: Stage) => Promise<T>,
): Promise<T> {
  const clock = virtualClock();
  const service = await playedService([deviation], clock);
  const root = mkdtempSync(join(tmpdir(), 'deviating-'));
  const declare: Stage['declare'] = (asset) =>
    writeFileSync(join(root, 'assets.gen.json'), JSON.stringify({ assets: { thing: asset } }));
  declare(journey.asset);
  if (journey.asset['kind'] === 'chibi') await writeImages(root);
  const env = cleanEnv({
    ASSETGEN_API_URL: service.url,
    ASSETGEN_API_KEY: KEY,
    ASSETGEN_CACHE_DIR: join(root, 'cache'),
  });
  try {
    return await act({
      declare,
      async build() {
        const built = await build(root, env, clock);
        return { ...built, creates: service.creates(), points: service.points() };
      },
    });
  } finally {
    await service.close();
  }
}

/** Runs a build twice against one service: the second has the cache, journal and lock of the first. */
export function playPipeline(deviation: Deviation, journey: Journey): Promise<Played[]> {
  return onStage(deviation, journey, async (stage) => [await stage.build(), await stage.build()]);
}

async function writeImages(root: string): Promise<void> {
  for (const [name, background] of [
    ['hero', '#aa3333'],
    ['villain', '#3333aa'],
  ] as const) {
    const create = { width: 8, height: 8, channels: 3, background } as const;
    writeFileSync(join(root, `${name}.png`), await sharp({ create }).png().toBuffer());
  }
}

async function build(
  root: string,
  env: NodeJS.ProcessEnv,
  clock: Clock,
): Promise<Pick<Played, 'exit' | 'codes' | 'told' | 'words'>> {
  const lines: string[] = [];
  const stream = { write: (text: string) => lines.push(text) } as unknown as NodeJS.WriteStream;
  const progress = createProgress(
    createScreen(stream, (text) => void lines.push(text)),
    true,
  );
  const { onEvent } = progress;
  const project = openProjectTools({ root, command: 'build', onEvent }, env, clock);
  let errors: readonly ReportedError[];
  let told: number | null = 0;
  try {
    const { report } = await project.ensure();
    errors = report.errors;
    told = report.points;
  } catch (error) {
    if (!(error instanceof AssetgenError)) throw error;
    const { code, message, hint = null } = error;
    errors = [{ code, asset: null, message, hint }];
  } finally {
    await project.close();
    progress.close();
  }
  const codes = errors.map(({ code }) => code);
  const words = [lines.join(''), ...printErrors(errors, false)].join('\n');
  return { exit: exitCodeOf(codes), codes, told, words };
}

/** What the client alone makes of it, twice: each time as though it had never asked. */
export interface ClientPlayed extends Pick<Played, 'creates' | 'points' | 'words'> {
  readonly code: string | null;
  /** What is proven of a create that gave no UUIDs. */
  readonly outcome: string | null;
  readonly bytes: number;
}

const POLLS = 20;

export async function playClient(deviation: Deviation, journey: Journey): Promise<ClientPlayed[]> {
  const clock = virtualClock();
  const service = await playedService([deviation], clock);
  const client = createClient({ apiKey: KEY, apiUrl: service.url, clock });
  const runs: ClientPlayed[] = [];
  try {
    for (let run = 0; run < 2; run += 1) {
      const end = await collected(client, clock, journey);
      runs.push({ ...end, creates: service.creates(), points: service.points() });
    }
  } finally {
    await client.close();
    await service.close();
  }
  return runs;
}

/** Creates once, and asks for each result until it is there. */
async function collected(
  client: Client,
  clock: Clock,
  journey: Journey,
): Promise<Pick<ClientPlayed, 'code' | 'outcome' | 'bytes' | 'words'>> {
  let last: unknown = null;
  let bytes = 0;
  async function until(ask: () => Promise<string | null>): Promise<void> {
    for (let poll = 0; poll < POLLS; poll += 1) {
      try {
        const url = await ask();
        const size = url === null ? 0 : await download(client, url);
        bytes += size;
        if (size > 0) return;
      } catch (error) {
        last = error;
      }
      await clock.sleep(1000);
    }
    throw last ?? new Error('no result came');
  }
  try {
    for (const uuid of await journey.create(client)) {
      await until(() => resultUrl(client, journey, uuid));
      if (journey.name !== 'conversion') continue;
      await until(async () => (await client.convertToFormat({ uuid, modelType: 'obj' })).modelUrl);
    }
    return { code: null, outcome: null, bytes, words: '' };
  } catch (error) {
    const { code = null, outcome = null, message = '' } = error as Record<string, string>;
    return { code, outcome, bytes, words: message };
  }
}

async function resultUrl(
  client: Client,
  { result }: Journey,
  uuid: string,
): Promise<string | null> {
  return result === 'model'
    ? (await client.retrieveModel({ uuid })).modelUrl
    : (await client.queryGenerationResult({ uuid })).resultUrl;
}

async function download(client: Client, url: string): Promise<number> {
  let bytes = 0;
  for await (const piece of (await client.download(url)).body) bytes += piece.length;
  return bytes;
}
