import { JobError } from '../job-error.ts';
import type { Acceptance } from '../journal/journal-record.ts';

/** What a batch gave for one of its images. */
export interface BatchMember {
  /** null: the service gave none. */
  readonly uuid: string | null;
  /** Why the service refused the image; null where it took it. */
  readonly reason: string | null;
}

/**
 * Matches the results of a batch to its images. The specification has nothing but their order for
 * that (section 2.7), so it has to leave no doubt: one result for each image, in each at most one
 * UUID, and none twice.
 * @param images how many the batch was made from
 * @throws JobError `ASSETGEN_BATCH` where the answer does not tell which figure is whose
 */
export function matchBatch(
  asset: string,
  images: number,
  { uuids, groups, reasons }: Acceptance,
): readonly BatchMember[] {
  const named = groups?.flat() ?? [];
  const isSure =
    groups?.length === images &&
    groups.every((group) => group.length <= 1) &&
    new Set(named).size === named.length;
  if (!isSure) throw unmatched(asset, images, uuids, groups);
  return groups.map(([uuid = null], index) => ({
    uuid,
    reason: reasons?.[index] ?? (uuid === null ? 'it gave no UUID for this image' : null),
  }));
}

function unmatched(
  asset: string,
  images: number,
  uuids: readonly string[],
  groups: Acceptance['groups'],
): JobError {
  const found =
    groups === undefined
      ? `${uuids.length} UUIDs`
      : `${counted(groups.length, 'result')} with ${counted(uuids.length, 'UUID')}`;
  const list = images === 1 ? 'one of them' : 'one for each image, in the order of "images"';
  return new JobError(
    'ASSETGEN_BATCH',
    asset,
    uuids,
    `the service answered ${counted(images, 'image')} with ${found}, so the figures cannot be matched to the images: ${uuids.join(', ')}. They are paid for, and nothing is bought again`,
    {
      hint: `Look at each with \`assetgen status UUID --download FOLDER\`, then write "uuid": […] to the asset, ${list}. Remove images without a figure from "images".`,
    },
  );
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
