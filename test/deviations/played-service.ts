import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@assetgen/client';
import { createService } from '@assetgen/service';
import type { Deviation } from '@assetgen/service';
import { tinyGlb } from '../../packages/core/src/jobs/testing/fake-service.ts';
import type { InternalOptions } from '../../packages/service/src/resolve-options.ts';
import type { Entry } from '../../packages/service/src/state/entry.ts';
import type { Makers } from '../../packages/service/src/jobs/makers.ts';

/** Operations that spend. */
export const CREATES = [
  'generateModelWithText',
  'generateModelWithImage',
  'createNormalPicture',
  'createNormalVideo',
  'createCuteModelsFromImages',
  'generateImages',
];

/** The local service behind a real socket, playing deviations. */
export interface PlayedService {
  readonly url: string;
  /** Creates that came over the wire, answered or not. */
  creates(): number;
  /** Points charged, by the service's own ledger. */
  points(): number;
  close(): Promise<void>;
}

const POINTS = 1000;

/** Every job is done at once; what it makes is the least that a build accepts. */
export async function playedService(
  deviations: readonly Deviation[],
  clock: Clock,
): Promise<PlayedService> {
  let creates = 0;
  const counter: Deviation = {
    name: 'counter',
    what: 'Counts the creates.',
    of: CREATES,
    outcome: 'taken',
    rewrite(answer) {
      creates += 1;
      return answer;
    },
  };
  const data = mkdtempSync(join(tmpdir(), 'played-'));
  const service = createService({
    data,
    points: POINTS,
    deviations: [counter, ...deviations],
    now: clock.now,
    makers: leastMakers(),
  } as InternalOptions);
  const { url } = await service.listen();
  return {
    url,
    creates: () => creates,
    points: () => chargedIn(join(data, 'ledger.ndjson')),
    close: () => service.close(),
  };
}

function chargedIn(ledger: string): number {
  let text = '';
  try {
    text = readFileSync(ledger, 'utf8');
  } catch {
    // Nothing was asked of it.
  }
  const entries = text.split('\n').flatMap((line) => {
    return line.trim() === '' ? [] : [JSON.parse(line) as Entry];
  });
  return entries.reduce((sum, entry) => sum + ('points' in entry ? entry.points : 0), 0);
}

/** A PNG of two grey pixels. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAAAAADRSSBWAAAAC0lEQVR4nGNoOAEAAcsBSfYyDd0AAAAASUVORK5CYII=',
  'base64',
);

function leastMakers(): Makers {
  return {
    makeModel: async ({ seed }) => tinyGlb(seed),
    makeChibi: async ({ seed }) => tinyGlb(seed),
    drawModel: async () => PNG,
    makePicture: async () => PNG,
    makeVideo: async () => PNG,
    convert: async ({ format }) => ({
      bytes: new TextEncoder().encode('v 0 0 0\n'),
      extension: format,
      contentType: 'text/plain',
      scaleNumber: 1,
    }),
    detectPortrait: async () => true,
  };
}
