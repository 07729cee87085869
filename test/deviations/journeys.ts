import type { Client } from '@assetgen/client';
import type { Deviation } from '@assetgen/service';
import { CREATES, PNG } from './played-service.ts';

export type JourneyName =
  | 'picture'
  | 'models'
  | 'model'
  | 'v1'
  | 'chibi'
  | 'portrait'
  | 'conversion';

/** What is asked of the service: an asset in a manifest, and the same by the client alone. */
export interface Journey {
  readonly name: JourneyName;
  readonly asset: Readonly<Record<string, unknown>>;
  /** What it costs where all goes well. Unit: points. */
  readonly price: number;
  /** Creates, and gives the UUIDs. */
  create(client: Client): Promise<readonly string[]>;
  /** By which operation a UUID is asked for. */
  readonly result: 'model' | 'picture';
}

const image = (): Blob => new Blob([PNG], { type: 'image/png' });
const figures = (more: Readonly<Record<string, unknown>>): Journey['asset'] => ({
  kind: 'chibi',
  images: ['hero.png', 'villain.png'],
  style: 'toy',
  ...more,
});

const CHIBI: Journey = {
  name: 'chibi',
  asset: figures({}),
  price: 30,
  create: async (client) => {
    const { results } = await client.createCuteModelsFromImages({
      images: [image(), image()],
      styleType: 'toy',
    });
    return results.flatMap(({ uuids }) => uuids);
  },
  result: 'model',
};

export const JOURNEYS: Readonly<Record<JourneyName, Journey>> = {
  picture: {
    name: 'picture',
    asset: { kind: 'image', prompt: 'a hill', outputs: ['png'] },
    price: 4,
    create: async (client) => (await client.createNormalPicture({ prompt: 'a hill' })).uuids,
    result: 'picture',
  },
  model: {
    name: 'model',
    asset: { kind: 'model', prompt: 'a fox', outputs: ['glb'] },
    price: 30,
    create: async (client) =>
      (await client.generateModelWithText({ prompt: 'a fox', modelCount: 1 })).uuids,
    result: 'model',
  },
  models: {
    name: 'models',
    asset: { kind: 'model', prompt: 'a fox', variants: 2, outputs: ['glb'] },
    price: 60,
    create: async (client) =>
      (await client.generateModelWithText({ prompt: 'a fox', modelCount: 2 })).uuids,
    result: 'model',
  },
  v1: {
    name: 'v1',
    asset: { kind: 'image', prompt: 'a hill', model: 'assetgen/image-2', outputs: ['png'] },
    price: 4,
    create: async (client) => {
      const { tasks } = await client.generateImages({
        model: 'assetgen/image-2',
        prompt: 'a hill',
      });
      return tasks.map(({ id }) => id);
    },
    result: 'picture',
  },
  chibi: CHIBI,
  portrait: {
    name: 'portrait',
    asset: figures({ requirePortrait: true }),
    price: 30,
    async create(client) {
      const { result } = await client.checkHumanImage({ image: image() });
      if (result !== true) throw new Error('no portrait');
      return CHIBI.create(client);
    },
    result: 'model',
  },
  conversion: {
    name: 'conversion',
    asset: { kind: 'model', prompt: 'a fox', outputs: ['obj'] },
    price: 40,
    create: (client) => JOURNEYS.model.create(client),
    result: 'model',
  },
};

const BY_OPERATION: Readonly<Record<string, JourneyName>> = {
  createNormalPicture: 'picture',
  createNormalVideo: 'picture',
  queryGenerationResult: 'picture',
  download: 'picture',
  generateModelWithText: 'model',
  generateModelWithImage: 'model',
  retrieveModel: 'model',
  queryJobProgress: 'model',
  queryPointsInfo: 'picture',
  generateImages: 'v1',
  models: 'v1',
  createCuteModelsFromImages: 'chibi',
  checkHumanImage: 'portrait',
  convertToFormat: 'conversion',
};

/** The least that meets a deviation. */
export function journeyOf({ of }: Deviation): Journey {
  return JOURNEYS[BY_OPERATION[of[0] ?? ''] ?? 'picture'];
}

/** One for each kind of create that a deviation concerns. */
export function journeysOf({ of }: Deviation): readonly Journey[] {
  const creates = of.filter((name) => CREATES.includes(name));
  const names = new Set(creates.map((name) => BY_OPERATION[name] ?? 'picture'));
  return [...names].map((name) => JOURNEYS[name]);
}
