import { encodeTexture } from '../glb/encode-texture.ts';
import { writeGlb } from '../glb/write-glb.ts';
import type { ModelOrder } from '../finish-model.ts';
import { DRAFT_FACES, finishModel, settled } from '../finish-model.ts';
import { clamp, smoothstep } from '../exact-math.ts';
import type { Mesh } from '../mesh/build-mesh.ts';
import { sheetMesh, type Sheet } from '../mesh/sheet-mesh.ts';
import { DRAFT_TINT, draftMark } from '../paint/draft-mark.ts';
import { readImage, type Cutout } from './read-image.ts';
import { revolved } from './revolved.ts';
import { carved, detail, swell } from './swell.ts';
import { readField, type Field } from './field.ts';
import { textureOf, type SheetTexture } from './sheet-texture.ts';

/**
 * One image to a GLB. A thing before a plain or clear background becomes a body: turned on a lathe where it is
 * symmetrical like a vase, else swelled up from its outline. Any other picture becomes a carved relief.
 */
export async function modelFromImage(
  image: Uint8Array,
  order: ModelOrder,
  enhance: boolean,
): Promise<Uint8Array> {
  const read = await readImage(image, {
    texels: order.draft ? 256 : 2048,
    cells: order.draft ? 112 : 224,
    enhance,
  });
  const body = revolved(read);
  if (body) return finishModel(body, order);
  const sheet = sheetOf(read.cutout, order.draft);
  const mesh = sheetMesh(sheet, order.draft ? DRAFT_FACES : order.faces);
  const texture = order.meshOnly ? undefined : textureOf(read, order);
  if (texture && order.draft) stamp(texture, mesh, sheet.ratio);
  const pbr = texture?.normal !== undefined;
  const shape: Mesh = {
    position: mesh.position,
    normal: mesh.normal,
    index: mesh.index,
    ...(texture && mesh.uv ? { uv: mesh.uv } : {}),
    ...(pbr && mesh.tangent ? { tangent: mesh.tangent } : {}),
  };
  const plain = order.draft ? DRAFT_TINT : ([0.6, 0.6, 0.6] as const);
  const quality = order.draft ? 80 : 90;
  return writeGlb({
    name: order.name,
    mesh: settled(shape, order.metres),
    ...(texture
      ? { color: await encodeTexture(texture.color, texture.width, quality, texture.height) }
      : { plain }),
    ...(texture?.normal
      ? { normal: await encodeTexture(texture.normal, texture.width, 92, texture.height) }
      : {}),
    ...(texture?.surface
      ? { surface: await encodeTexture(texture.surface, texture.width, 85, texture.height) }
      : {}),
    roughness: pbr ? 1 : 0.75,
    metalness: 0,
    extras: order.draft ? { ...order.extras, draft: true } : order.extras,
  });
}

function sheetOf(cutout: Cutout, draft: boolean): Sheet {
  return cutout.cut ? cushion(cutout, draft) : relief(cutout);
}

function cushion(cutout: Cutout, draft: boolean): Sheet {
  const { width, height } = cutout;
  const body = swell(cutout, draft ? 90 : 260);
  const marks = detail(cutout, 6);
  const mask: Field = { width, height, values: cutout.inside };
  const most = body.values.reduce((high, value) => Math.max(high, value), 1);
  // Broad things are kept from becoming balls, thin ones keep their roundness.
  const scale = Math.min(0.8, (0.34 * Math.max(width, height)) / most) / height;
  const rise = (x: number, y: number): number => readField(body, x, y) * scale;
  return {
    ratio: width / height,
    inside: (x, y) => readField(mask, x, y) - 0.55,
    front(x, y) {
      const high = rise(x, y);
      return high + readField(marks, x, y) * Math.min(0.05, high * 0.5);
    },
    back: rise,
  };
}

function relief(cutout: Cutout): Sheet {
  const { width, height } = cutout;
  const high = carved(cutout);
  const ratio = width / height;
  const rim = 0.025;
  const toEdge = (x: number, y: number): number =>
    Math.min(Math.min(x, 1 - x) * ratio, Math.min(y, 1 - y));
  return {
    ratio,
    inside: (x, y) => toEdge(x, y) - 0.004,
    front(x, y) {
      const edge = toEdge(x, y);
      const frame = smoothstep(rim * 1.7, rim * 1.35, edge) * smoothstep(0.0, rim * 0.3, edge);
      const picture = readField(high, x, y) * 0.075 * smoothstep(rim * 1.3, rim * 3, edge);
      return 0.035 * smoothstep(0, rim * 0.3, edge) + Math.max(frame * 0.06, picture);
    },
    back: (x, y) => 0.03 * smoothstep(0, rim * 0.3, toEdge(x, y)),
  };
}

/** The mark of a draft, thrown on the texture as it lies on the sheet. */
export function stamp(texture: SheetTexture, mesh: Mesh, ratio: number): void {
  const mark = draftMark(mesh);
  const texel = { r: 0, g: 0, b: 0 };
  const { width, height, color } = texture;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3;
      texel.r = color[at]! / 255;
      texel.g = color[at + 1]! / 255;
      texel.b = color[at + 2]! / 255;
      mark(((x + 0.5) / width - 0.5) * ratio * 2, (0.5 - (y + 0.5) / height) * 2, 1e6, texel);
      color[at] = Math.round(clamp(texel.r, 0, 1) * 255);
      color[at + 1] = Math.round(clamp(texel.g, 0, 1) * 255);
      color[at + 2] = Math.round(clamp(texel.b, 0, 1) * 255);
    }
  }
}
