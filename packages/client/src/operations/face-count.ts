import { InputError } from '../service-errors.ts';
import { FACE_RANGES } from '../wire.ts';
import type { MeshQuality } from '../wire.ts';

/**
 * The quality branches of section 4.2. Quality and face count both go out, checked against each
 * other, so that the service's defaults never decide what is made.
 */
export function explicitFaceCount(operation: string, fields: Record<string, unknown>): void {
  const quality = (fields['mesh_quality'] as MeshQuality | undefined) ?? 'high';
  const range = FACE_RANGES[quality];
  const faces = (fields['faceNum'] as number | undefined) ?? range.default;
  if (faces < range.min || faces > range.max) {
    throw new InputError(
      operation,
      'faceNum',
      `expected ${range.min} to ${range.max} for mesh_quality ${quality}, received ${faces}`,
      fields['mesh_quality'] === undefined && faces >= FACE_RANGES.standard.min
        ? 'Fewer faces need mesh_quality "standard", given explicitly.'
        : undefined,
    );
  }
  fields['mesh_quality'] = quality;
  fields['faceNum'] = faces;
}
