import { encodeTexture } from './glb/encode-texture.ts';
import { writeGlb, type EncodedTexture } from './glb/write-glb.ts';
import { layAtlas } from './mesh/atlas.ts';
import { buildMesh, type Mesh } from './mesh/build-mesh.ts';
import { createOpenness } from './mesh/occlusion.ts';
import { facetMesh } from './mesh/facet-mesh.ts';
import { measure, shareFaces } from './mesh/share-faces.ts';
import { draftMark, DRAFT_TINT } from './paint/draft-mark.ts';
import { paintAtlas, type Painted } from './paint/paint-atlas.ts';
import type { Part } from './shape/part.ts';

/** How a model is to be made from its parts. */
export interface ModelOrder {
  readonly name: string;
  readonly faces: number;
  readonly pbr: boolean;
  readonly meshOnly: boolean;
  readonly draft: boolean;
  /** The largest dimension of the result. Unit: metres. */
  readonly metres: number;
  readonly extras: Readonly<Record<string, unknown>>;
  /** Side of the textures. Unit: pixels. @default 2048, or 256 in a draft */
  readonly texture?: number;
  /** Flat triangles that can be counted. @default false */
  readonly facets?: boolean;
}

/** Triangles of a draft, where the parts' least do not need more. */
export const DRAFT_FACES: number = 3600;
/** The same where triangles share no vertex. A figure whose parts need more is smooth in a draft. */
const DRAFT_FLAT = DRAFT_FACES * 0.6;
const TEXTURE = { draft: 256, full: 2048 } as const;

/** Shares out the faces, builds the mesh, paints the textures, and writes the GLB. */
export async function finishModel(parts: readonly Part[], order: ModelOrder): Promise<Uint8Array> {
  const extents = parts.map(measure);
  const faces = order.draft ? DRAFT_FACES : order.faces;
  const textured = !order.meshOnly;
  const size = order.texture ?? (order.draft ? TEXTURE.draft : TEXTURE.full);
  const gutter = order.draft ? 2 : 4;
  const pbr = order.pbr && textured && !order.draft;
  const atlas = textured ? layAtlas(parts, extents, size, gutter) : undefined;
  const build = (count: number): Mesh =>
    buildMesh(parts, shareFaces(parts, extents, count), {
      relief: !order.draft && !order.facets,
      tangents: pbr,
      ...(atlas ? { atlas } : {}),
    });
  const flat = order.facets ? facetMesh(build, order.draft ? DRAFT_FLAT : faces) : null;
  const fits = flat !== null && (!order.draft || flat.index.length / 3 <= DRAFT_FLAT * 1.2);
  const mesh = fits ? flat : build(faces);
  let textures: Awaited<ReturnType<typeof encodeAll>> = {};
  if (atlas) {
    const painted = paintAtlas(
      parts,
      atlas,
      createOpenness(mesh, order.draft ? 'draft' : 'full'),
      gutter,
      {
        pbr,
        baked: pbr ? 0.45 : 0.7,
        ...(order.draft ? { over: draftMark(mesh) } : {}),
      },
    );
    textures = await encodeAll(painted, order.draft ? 80 : 90);
  }
  const plain = order.draft ? DRAFT_TINT : ([0.6, 0.6, 0.6] as const);
  return writeGlb({
    name: order.name,
    mesh: settled(mesh, order.metres),
    ...textures,
    ...(textured ? {} : { plain }),
    roughness: textures.surface ? 1 : 0.8,
    metalness: textures.surface ? 1 : 0,
    extras: order.draft ? { ...order.extras, draft: true } : order.extras,
  });
}

async function encodeAll(
  painted: Painted,
  quality: number,
): Promise<{
  color?: EncodedTexture;
  surface?: EncodedTexture;
  normal?: EncodedTexture;
  glow?: EncodedTexture;
}> {
  const encode = (pixels: Uint8Array | undefined, quality: number) =>
    pixels && encodeTexture(pixels, painted.size, quality);
  const [color, surface, normal, glow] = await Promise.all([
    encode(painted.color, quality),
    encode(painted.surface, quality),
    encode(painted.normal, quality),
    encode(painted.glow, quality),
  ]);
  return {
    ...(color ? { color } : {}),
    ...(surface ? { surface } : {}),
    ...(normal ? { normal } : {}),
    ...(glow ? { glow } : {}),
  };
}

/** Centred, standing on Y = 0, and of the size that was asked for. */
export function settled(mesh: Mesh, metres: number): Mesh {
  const { position } = mesh;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < position.length; i++) {
    const value = position[i]!;
    if (value < low[i % 3]!) low[i % 3] = value;
    if (value > high[i % 3]!) high[i % 3] = value;
  }
  const span = Math.max(high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!);
  const scale = metres / span;
  const shift = [(low[0]! + high[0]!) / 2, low[1]!, (low[2]! + high[2]!) / 2];
  for (let i = 0; i < position.length; i++) {
    position[i] = (position[i]! - shift[i % 3]!) * scale;
  }
  return mesh;
}
