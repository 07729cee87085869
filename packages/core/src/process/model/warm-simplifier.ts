import type { OutputStep } from '../../manifest/manifest.ts';

/** Of a GLB that has so much to simplify that this pays. Unit: bytes. */
const LARGE = 1_000_000;
/** Squares along a side: 0.5 ms of work, enough for V8 to take notice. */
const SIDE = 24;

/**
 * Gives the simplifier something to do before the model is there. V8 compiles wasm fast first, and
 * well beside it once a function has run for a while, but never changes the code of a call that
 * runs: a simplification, which is one long call, would go through it in the slow code. Measured:
 * 500,000 triangles take 580 ms of CPU and not 780.
 */
export async function warmSimplifier(
  source: Uint8Array,
  steps: readonly OutputStep[],
): Promise<void> {
  if (source.length < LARGE || !steps.some(mayTakeTriangles)) return;
  const { MeshoptSimplifier: simplifier } = await import('meshoptimizer');
  await simplifier.ready;
  const { corners, positions } = hills();
  const target = (corners.length / 6) * 3;
  const seen = new Float32Array(positions.length / 3);
  simplifier.simplifyWithAttributes(corners, positions, 3, seen, 1, [1], null, target, 1, [
    'Permissive',
    'Prune',
  ]);
}

function mayTakeTriangles(step: OutputStep): boolean {
  if (step.type !== 'model') return false;
  const { simplify = 1, maxTriangles = Infinity, lod = 1 } = step.options;
  return simplify < 1 || maxTriangles < Infinity || lod < 1;
}

function hills(): { corners: Uint32Array; positions: Float32Array } {
  const row = SIDE + 1;
  const positions = Float32Array.from({ length: row * row * 3 }, (_, at) => {
    const [x, y] = [Math.floor(at / 3) % row, Math.floor(at / 3 / row)];
    return [x, y, Math.sin(x * y)][at % 3] ?? 0;
  });
  const corners = Array.from({ length: SIDE * SIDE }, function square(_, at) {
    const from = at + Math.floor(at / SIDE);
    return [from, from + 1, from + row, from + 1, from + row + 1, from + row];
  });
  return { corners: Uint32Array.from(corners.flat()), positions };
}
