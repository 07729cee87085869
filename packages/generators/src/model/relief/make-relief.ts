import { layersOf, rasterOf, type GlyphView } from '../../subjects/draw-glyph.ts';
import type { Glyph } from '../../subjects/lexicon.ts';
import { clamp, smoothstep } from '../exact-math.ts';
import { DRAFT_FACES, settled, type ModelOrder } from '../finish-model.ts';
import { encodeTexture } from '../glb/encode-texture.ts';
import { writeGlb } from '../glb/write-glb.ts';
import { cutoutByAlpha, type Cutout } from '../image/read-image.ts';
import { stamp } from '../image/model-from-image.ts';
import { carryOver, textureOf, type SheetTexture } from '../image/sheet-texture.ts';
import { readField, type Field } from '../image/field.ts';
import { blurred, swell } from '../image/swell.ts';
import type { Mesh } from '../mesh/build-mesh.ts';
import { faceted, facetMesh } from '../mesh/facet-mesh.ts';
import { joined } from '../mesh/join-meshes.ts';
import { sheetMesh, type Sheet } from '../mesh/sheet-mesh.ts';
import type { Rgb } from '../paint/finish.ts';
import { plinthMesh, type Plinth } from './plinth-mesh.ts';

/** How a glyph becomes a figure. */
export interface Relief {
  readonly glyph: Glyph;
  /** How it is turned and stretched. */
  readonly view: Pick<GlyphView, 'mirror' | 'tilt' | 'stretch'>;
  /** Between front and back where it is thickest, against its height. */
  readonly thickness: number;
  readonly plinth: Plinth;
  readonly plinthColor: Rgb;
  /** Made of this many blocks a side, if any. */
  readonly blocks: number | undefined;
  /** 0 to 1. */
  readonly roughness: number;
  readonly metalness: number;
}

/** Free space around the glyph: the outline closes within it, and its top row colours the plinth. */
const MARGIN = 0.035;
/** How far the last layer stands out over the first, against the height. */
const STEPS = 0.075;

/** A standing figure: the glyph swelled up from its outline, its layers on one another, with a back and a plinth. */
export async function makeRelief(relief: Relief, order: ModelOrder): Promise<Uint8Array> {
  const { glyph } = relief;
  const cells = order.draft ? 112 : 224;
  const texels = order.texture ?? (order.draft ? 256 : 2048);
  const view = { ...relief.view, margin: MARGIN };
  const [small, layers, large] = await Promise.all([
    rasterOf(glyph, { ...view, side: cells }),
    rasterOf(layersOf(glyph), { ...view, side: cells }),
    textureRaster(relief, { ...view, side: texels }),
  ]);
  const cutout = cutoutByAlpha(small, cells, cells);
  const smooth = sheetOf(cutout, layers, relief.thickness, order.draft);
  const sheet = relief.blocks ? blocky(smooth, relief.blocks) : smooth;
  // Blocks and flat triangles share no vertex: fewer of them fit a draft.
  const light = relief.blocks || order.facets ? DRAFT_FACES * 0.6 : DRAFT_FACES;
  const faces = order.draft ? light : order.faces;
  const mesh = meshOf(sheet, relief, faces, order.facets ?? false);
  const texture = order.meshOnly ? undefined : paint(large, texels, cutout, relief, order);
  if (texture && order.draft) stamp(texture, mesh, 1);
  const pbr = texture?.normal !== undefined;
  const { position, normal, index, uv, tangent } = mesh;
  const encode = (pixels: Uint8Array, quality: number) => encodeTexture(pixels, texels, quality);
  return writeGlb({
    name: order.name,
    mesh: settled(
      { position, normal, index, ...(texture && { uv: uv! }), ...(pbr && { tangent: tangent! }) },
      order.metres,
    ),
    ...(texture
      ? { color: await encode(texture.color, order.draft ? 80 : 90) }
      : { plain: [0.6, 0.6, 0.6] as const }),
    ...(texture?.normal && { normal: await encode(texture.normal, 92) }),
    ...(texture?.surface && { surface: await encode(texture.surface, 85) }),
    roughness: pbr ? 1 : relief.roughness,
    metalness: pbr ? 1 : relief.metalness,
    extras: order.draft ? { ...order.extras, draft: true } : order.extras,
  });
}

/** The drawing as large as the texture; of blocks each has one colour. */
async function textureRaster({ glyph, blocks }: Relief, view: GlyphView): Promise<Uint8Array> {
  if (blocks === undefined) return rasterOf(glyph, view);
  const small = await rasterOf(glyph, { ...view, side: blocks });
  const large = new Uint8Array(view.side * view.side * 4);
  for (let i = 0; i < view.side * view.side; i++) {
    const x = Math.floor(((i % view.side) * blocks) / view.side);
    const y = Math.floor((Math.floor(i / view.side) * blocks) / view.side);
    const from = (y * blocks + x) * 4;
    large.set(small.subarray(from, from + 4), i * 4);
  }
  return large;
}

/** The figure on its plinth. What is low-poly or of blocks has flat faces: a coarse mesh, divided. */
function meshOf(sheet: Sheet, relief: Relief, faces: number, facets: boolean): Mesh {
  const build = (count: number): Mesh => {
    const share = Math.round(count * 0.08);
    const figure = sheetMesh(sheet, count - share);
    return joined(figure, plinthMesh(figure, relief.plinth, share, relief.thickness));
  };
  if (relief.blocks) return faceted(build(faces), 1);
  return facets ? facetMesh(build, faces) : build(faces);
}

/** The sheet in steps: every block of the same height, in or out. */
function blocky(sheet: Sheet, blocks: number): Sheet {
  const step = (value: number): number => (Math.floor(value * blocks) + 0.5) / blocks;
  const whole = (high: number): number => Math.max(0.5, Math.round(high * blocks)) / blocks;
  return {
    ratio: sheet.ratio,
    inside: (x, y) => (sheet.inside(step(x), step(y)) > 0 ? 0.5 : -0.5),
    front: (x, y) => whole(sheet.front(step(x), step(y))),
    back: (x, y) => whole(sheet.back(step(x), step(y))),
  };
}

function sheetOf(cutout: Cutout, layers: Uint8Array, thickness: number, draft: boolean): Sheet {
  const { width, height } = cutout;
  const body = swell(cutout, draft ? 60 : 200);
  const most = body.values.reduce((high, value) => Math.max(high, value), 1);
  const tones = new Float32Array(width * height);
  for (let i = 0; i < tones.length; i++) tones[i] = layers[i * 4]! / 255;
  // A little softness is the bevel of every layer.
  const steps = blurred(tones, width, height, 1);
  const mask: Field = { width, height, values: cutout.inside };
  const levels: Field = { width, height, values: steps };
  // A plate with a round edge, and over it a share of the cushion, so that broad things bulge.
  const rim = Math.max(2.5, height * 0.05);
  const bulge = (x: number, y: number): number => {
    const high = readField(body, x, y);
    return (thickness / 2) * (0.62 * smoothstep(0, 1, high / (rim * 2)) + 0.38 * (high / most));
  };
  return {
    ratio: width / height,
    inside: (x, y) => readField(mask, x, y) - 0.5,
    front(x, y) {
      const high = bulge(x, y);
      return high + Math.min(STEPS * readField(levels, x, y), high * 0.9);
    },
    back: bulge,
  };
}

function paint(
  large: Uint8Array,
  side: number,
  cutout: Cutout,
  relief: Relief,
  order: ModelOrder,
): SheetTexture {
  const rgb = new Uint8Array(side * side * 3);
  for (let i = 0; i < side * side; i++) {
    for (let k = 0; k < 3; k++) rgb[i * 3 + k] = large[i * 4 + k]!;
  }
  const read = { picture: { width: side, height: side, rgb }, cutout };
  const texture = textureOf(read, order);
  if (!texture.normal) carryOver(texture.color, read);
  const { surface, color } = texture;
  for (let i = 0; i < (surface === undefined ? 0 : side * side); i++) {
    surface![i * 3 + 1] = Math.round(clamp(relief.roughness, 0, 1) * 255);
    surface![i * 3 + 2] = Math.round(relief.metalness * 255);
  }
  const rows = Math.floor(side * MARGIN * 0.5);
  for (let i = 0; i < rows * side; i++) {
    for (let k = 0; k < 3; k++) color[i * 3 + k] = Math.round(relief.plinthColor[k]! * 255);
  }
  return texture;
}
