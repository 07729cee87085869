import { createRequire } from 'node:module';
import type * as Validator from 'gltf-validator';

/**
 * Errors in the numbers of a mesh that every viewer draws all the same: a normal of length 0.98, a
 * bound that is off by a rounding. Generated meshes have them, and nobody sees them.
 */
const HARMLESS: readonly string[] = [
  'ACCESSOR_ANIMATION_INPUT_NEGATIVE',
  'ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION',
  'ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND',
  'ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND',
  'ACCESSOR_INVALID_SIGN',
  'ACCESSOR_MAX_MISMATCH',
  'ACCESSOR_MIN_MISMATCH',
  'ACCESSOR_NON_CLAMPED',
  'ACCESSOR_VECTOR3_NON_UNIT',
  'ACCESSOR_WEIGHTS_NON_NORMALIZED',
];

/**
 * What the Khronos validator holds against a GLB: `2 errors, the first at /meshes/0: …`. Measured:
 * 0.7 s for 16 MB with 500,000 triangles.
 * @returns null for one that is valid
 */
export async function glbProblem(glb: Uint8Array): Promise<string | null> {
  const { validateBytes } = createRequire(import.meta.url)('gltf-validator') as typeof Validator;
  const { issues } = await validateBytes(glb, {
    maxIssues: 100,
    ignoredIssues: HARMLESS,
    writeTimestamp: false,
  });
  const { numErrors, messages } = issues;
  if (numErrors === 0) return null;
  const count = `${numErrors} error${numErrors === 1 ? '' : 's'}`;
  const first = messages.find(({ severity }) => severity === 0);
  if (first === undefined) return count;
  const where = first.pointer === undefined ? '' : ` at ${first.pointer}`;
  return `${count}, the first${where}: ${first.message}`;
}
