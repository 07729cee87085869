import { createHash } from 'node:crypto';
import type { Makers } from './makers.ts';
import type { JobSpec } from '../state/entry.ts';
import type { FileMeta, Files } from '../state/files.ts';
import type { Job } from '../state/job.ts';

/** Raised when a generator gives other bytes for the same spec: made files are made again. */
const GENERATION = 3;

/** Draft and paid results of one spec differ. */
export type Finish = 'draft' | 'full';

/**
 * The key of what a job makes: the same prompt, parameters, inputs, variant and take give the same key,
 * and the key seeds every random choice of the generator.
 */
export function keyOfJob(job: Job, finish: Finish): string {
  const { spec, ordinal, take = 0 } = job;
  return keyOf([GENERATION, finish, spec, ordinal, ...(take === 0 ? [] : [take])]);
}

/** The key of something made of a job's result: a preview, a conversion. */
export function derivedKey(job: Job, finish: Finish, what: string): string {
  return keyOf([keyOfJob(job, finish), what]);
}

function keyOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

export const META: Readonly<Record<JobSpec['kind'], FileMeta>> = {
  model: { contentType: 'model/gltf-binary', extension: 'glb' },
  chibi: { contentType: 'model/gltf-binary', extension: 'glb' },
  picture: { contentType: 'image/png', extension: 'png' },
  video: { contentType: 'video/mp4', extension: 'mp4' },
};

/** Makes the result of a job. Throws what the generator throws. */
export async function makeJob(
  job: Job,
  finish: Finish,
  makers: Makers,
  files: Files,
  onProgress: (fraction: number) => void,
): Promise<Uint8Array> {
  const { spec } = job;
  const seed = keyOfJob(job, finish);
  const draft = finish === 'draft';
  const upload = async (digest: string): Promise<Uint8Array> => {
    const bytes = await files.upload(digest);
    if (bytes === undefined) throw new Error('An input image of the job is gone.');
    return bytes;
  };
  switch (spec.kind) {
    case 'model': {
      const { prompt, faces, pbr, meshOnly, enhance, quality } = spec;
      const image = spec.image === null ? undefined : await upload(spec.image);
      const parameters = { prompt, faces, pbr, meshOnly, enhance, quality, seed, draft };
      return makers.makeModel({ ...parameters, ...(image !== undefined && { image }) });
    }
    case 'chibi': {
      const image = await upload(spec.images[job.ordinal] ?? '');
      return makers.makeChibi({ image, style: spec.style, seed, draft });
    }
    case 'picture': {
      const references = await Promise.all(spec.references.map(upload));
      const { prompt, width, height } = spec;
      return makers.makePicture({ prompt, width, height, seed, references, draft });
    }
    case 'video': {
      const references = await Promise.all(spec.references.map(upload));
      const { prompt, width, height, seconds } = spec;
      const parameters = { prompt, width, height, seconds, seed, references, draft };
      return makers.makeVideo(parameters, onProgress);
    }
  }
}
