import type { CallOptions, Client } from '@assetgen/client';
import type { CreateRequest } from '../job-engine.ts';

/** What an accepted create gave, whatever its operation. */
export interface Created {
  readonly uuids: readonly string[];
  /** null where the service did not tell. */
  readonly points: number | null;
  readonly groups?: readonly (readonly string[])[];
  readonly warnings: readonly string[];
}

/** Sends one create, once. */
export async function sendCreate(
  client: Client,
  create: CreateRequest,
  options: CallOptions,
): Promise<Created> {
  switch (create.operation) {
    case 'generateModelWithText': {
      const answer = await client.generateModelWithText(create.input, options);
      return fromModels(answer, create.input.faceNum, create.input.modelCount);
    }
    case 'generateModelWithImage': {
      const answer = await client.generateModelWithImage(create.input, options);
      return fromModels(answer, create.input.faceNum, create.input.modelCount);
    }
    case 'createNormalPicture':
    case 'createNormalVideo': {
      const answer =
        create.operation === 'createNormalPicture'
          ? await client.createNormalPicture(create.input, options)
          : await client.createNormalVideo(create.input, options);
      return {
        uuids: answer.uuids,
        points: answer.pointsDeducted,
        warnings: fewer(answer.uuids.length, create.input.jobNum),
      };
    }
    case 'createCuteModelsFromImages': {
      const answer = await client.createCuteModelsFromImages(create.input, options);
      const asked = create.input.images.length;
      const warnings =
        answer.results.length === asked
          ? []
          : [
              `${answer.results.length} results came for ${asked} images; they are matched by order only`,
            ];
      return {
        uuids: answer.results.flatMap((result) => result.uuids),
        points: null,
        groups: answer.results.map((result) => (result.success ? result.uuids : [])),
        warnings,
      };
    }
    case 'generateImages': {
      const answer = await client.generateImages(create.input, options);
      return {
        uuids: answer.tasks.map((task) => task.id),
        points: answer.points,
        warnings: fewer(answer.tasks.length, create.input.n),
      };
    }
    default:
      return unknownCreate(create);
  }
}

function fromModels(
  answer: Awaited<ReturnType<Client['generateModelWithText']>>,
  faces: number | undefined,
  count: number | undefined,
): Created {
  const applied = answer.faceNum?.value;
  const differs =
    applied !== undefined && faces !== undefined && applied !== faces
      ? [`the service applies ${applied} faces instead of ${faces}`]
      : [];
  return {
    uuids: answer.uuids,
    points: answer.pointsDeducted,
    warnings: [...differs, ...fewer(answer.uuids.length, count)],
  };
}

function fewer(given: number, asked = 1): readonly string[] {
  return given === asked ? [] : [`the service accepted ${given} of ${asked} jobs`];
}

function unknownCreate(create: never): never {
  throw new TypeError(`unknown create ${JSON.stringify(create)}`);
}
