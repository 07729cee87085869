import type { BatchCreation, CallOptions, Client } from '@assetgen/client';
import type { CreateRequest } from '../job-engine.ts';

/** What an accepted create gave, whatever its operation. */
export interface Created {
  readonly uuids: readonly string[];
  /** null where the service did not tell. */
  readonly points: number | null;
  readonly groups?: readonly (readonly string[])[];
  readonly reasons?: readonly (string | null)[];
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
      return fromBatch(answer);
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

const MAX_REASON = 200;

/**
 * A batch as the journal keeps it. UUIDs beside the results, which no result names, leave it open
 * whose they are: then no group is told.
 */
function fromBatch({ results, uuids, failedUuids }: BatchCreation): Created {
  const grouped = new Set([...results.flatMap((result) => result.uuids), ...failedUuids]);
  const accepted = { uuids, points: null, warnings: [] };
  if (uuids.some((uuid) => !grouped.has(uuid))) return accepted;
  const groups = results.map((result) => result.uuids);
  const reasons = results.map(({ success, message }) =>
    success ? null : message.slice(0, MAX_REASON) || 'no reason is given',
  );
  return { ...accepted, groups, reasons };
}

/** Texts of a create that no journal may hold, whatever the service echoes. */
export function promptsOf({ input }: CreateRequest): readonly string[] {
  return 'prompt' in input && input.prompt.length > 3 ? [input.prompt] : [];
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
