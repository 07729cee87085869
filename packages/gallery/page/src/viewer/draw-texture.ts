import { Mesh } from 'three';
import type { Object3D } from 'three';
import { materialsOf } from './model-loader.ts';
import { texturesOf } from './model-facts.ts';

/** Triangles of a UV layout: more are drawn as their share, which looks the same. */
const MOST = 60_000;

/**
 * Draws a texture of a model into a canvas; over it, where `uv` is on, the triangles that lie on it.
 * @param index of {@link texturesOf}; -1: none, the triangles of all materials alone
 */
export function drawTexture(
  model: Object3D,
  index: number,
  canvas: HTMLCanvasElement,
  uv: boolean,
): void {
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  const { width, height } = canvas;
  pen.clearRect(0, 0, width, height);
  const chosen = texturesOf(model)[index];
  const image = chosen?.texture.image as CanvasImageSource | null | undefined;
  if (image !== null && image !== undefined) pen.drawImage(image, 0, 0, width, height);
  if (!uv) return;
  const source = chosen?.texture.source;
  const meant: Mesh[] = [];
  model.traverse((part) => {
    if (!(part instanceof Mesh) || part.geometry.attributes['uv'] === undefined) return;
    const isMeant =
      source === undefined ||
      materialsOf(part).some((material) =>
        Object.values(material).some(
          (value: unknown) => (value as { source?: unknown } | null)?.source === source,
        ),
      );
    if (isMeant) meant.push(part as Mesh);
  });
  const count = meant.reduce((sum, mesh) => sum + trianglesOf(mesh), 0);
  pen.lineWidth = 1;
  // Many lines leave the texture to be seen between them.
  pen.strokeStyle = `rgb(255 110 0 / ${Math.min(0.85, Math.max(0.16, 2500 / count))})`;
  for (const mesh of meant) traceTriangles(mesh, pen, width, height);
}

function trianglesOf({ geometry: { index, attributes } }: Mesh): number {
  return (index?.count ?? attributes['uv']?.count ?? 0) / 3;
}

/** A long path takes the square of its length. */
const AT_ONCE = 500;

/** Some are left out where there are very many. */
function traceTriangles(
  mesh: Mesh,
  pen: CanvasRenderingContext2D,
  width: number,
  height: number,
): void {
  const { geometry } = mesh;
  const uvs = geometry.attributes['uv'];
  if (uvs === undefined) return;
  const { index } = geometry;
  const count = trianglesOf(mesh);
  const every = Math.max(1, Math.ceil(count / MOST));
  let traced = 0;
  pen.beginPath();
  for (let triangle = 0; triangle < count; triangle += every) {
    for (let corner = 0; corner < 3; corner++) {
      const at = index?.getX(triangle * 3 + corner) ?? triangle * 3 + corner;
      const [x, y] = [uvs.getX(at) * width, uvs.getY(at) * height];
      if (corner === 0) pen.moveTo(x, y);
      else pen.lineTo(x, y);
    }
    pen.closePath();
    traced += 1;
    if (traced % AT_ONCE > 0) continue;
    pen.stroke();
    pen.beginPath();
  }
  pen.stroke();
}
