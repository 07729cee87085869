import type { Raster } from './art/raster.ts';
import type { Layer } from './scene.ts';

/**
 * For each layer of a picture, and each column of its raster: the row from which on down nothing of it is seen, as layers
 * before it cover all of that. What lies behind water is seen twice, so that all of it is painted.
 */
export function hiddenRows(layers: readonly Layer[], raster: Raster): Int32Array[] {
  const none = new Int32Array(raster.width).fill(raster.height);
  const all: Int32Array[] = [];
  let hidden = none;
  for (const layer of layers.toReversed()) {
    all.push(hidden);
    const covers = layer.coversFrom?.(raster);
    if (layer.motion.kind === 'water') hidden = none;
    else if (covers !== undefined) hidden = hidden.map((row, x) => Math.min(row, covers[x] ?? row));
  }
  return all.toReversed();
}
