import type {
  Document,
  Material,
  Node,
  Primitive,
  Texture,
  TextureInfo,
} from '@gltf-transform/core';
import type { Transform as TextureTransform } from '@gltf-transform/extensions';
import type { DrawnMaterial, DrawnMesh } from './drawn-mesh.ts';
import { posePrimitive } from './pose-primitive.ts';
import { decodeTexture, type Bitmap, type TextureMap, type Wrap } from './texture-map.ts';
import { corners, floats, vertexColors } from './vertex-data.ts';

type Decode = (texture: Texture | null) => Promise<Bitmap | undefined>;

/** What is drawn of a scene. */
export interface LoadedScene {
  /** Without textures, which are still decoded: enough for cameras and shadows. */
  readonly shapes: readonly DrawnMesh[];
  /** The same meshes with their textures. */
  readonly painted: Promise<readonly DrawnMesh[]>;
}

/**
 * All that is drawn of the default scene. Textures are reduced to at most `texels` a side; the threads of the image
 * library have begun with them when this returns, and go on while the caller draws.
 */
export async function loadScene(document: Document, texels: number): Promise<LoadedScene> {
  const root = document.getRoot();
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  const sharp = root.listTextures().length > 0 ? (await import('./sharp.ts')).default : null;
  const bitmaps = new Map<Texture, Promise<Bitmap | undefined>>();
  const decode: Decode = async (texture) => {
    if (!texture || sharp === null) return undefined;
    const known = bitmaps.get(texture) ?? decodeTexture(sharp, texture, texels);
    bitmaps.set(texture, known);
    return known;
  };
  const found: { node: Node; primitive: Primitive }[] = [];
  scene?.traverse((node) => {
    const primitives = node.getMesh()?.listPrimitives() ?? [];
    found.push(...primitives.map((primitive) => ({ node, primitive })));
  });
  const maps = Promise.all(found.map(({ primitive }) => mapsOf(primitive, decode)));
  const shapes = found.map(({ node, primitive }) => drawnShape(node, primitive));
  const painted = maps.then((all) =>
    shapes.map((shape, index) => ({ ...shape, material: { ...shape.material, ...all[index]! } })),
  );
  return { shapes, painted };
}

function drawnShape(node: Node, primitive: Primitive): DrawnMesh {
  const { position, normal, tangent } = posePrimitive(node, primitive);
  const { index, shape } = corners(primitive, position.length / 3);
  const material = drawnMaterial(primitive.getMaterial(), shape !== 'triangles' && !normal);
  const colors = vertexColors(primitive);
  if (normal !== undefined || shape !== 'triangles') {
    const normals = normal ?? new Float32Array(position.length);
    return { position, normal: normals, tangent, index, shape, colors, material };
  }
  const places = spread(position, 3, index);
  return {
    position: places,
    normal: flatNormals(places),
    tangent: undefined,
    index: index.map((_, at) => at),
    shape,
    colors: colors && spread(colors, 4, index),
    material,
  };
}

/** Corners that share nothing: a face without normals is flat (glTF 2.0, section 3.7.2.1). */
function spread(values: Float32Array, wide: number, index: Uint32Array): Float32Array {
  const out = new Float32Array(index.length * wide);
  for (const [corner, vertex] of index.entries()) {
    for (let k = 0; k < wide; k++) out[corner * wide + k] = values[vertex * wide + k]!;
  }
  return out;
}

/** @param bare lines and points without normals: no light falls on them */
function drawnMaterial(material: Material | null, bare: boolean): DrawnMaterial {
  const [r, g, b, opacity] = material?.getBaseColorFactor() ?? [0.6, 0.6, 0.6, 1];
  return {
    base: [r, g, b],
    opacity,
    alpha: ALPHA[material?.getAlphaMode() ?? 'OPAQUE'],
    cutoff: material?.getAlphaCutoff() ?? 0,
    unlit: bare || material?.getExtension('KHR_materials_unlit') != null,
    roughness: material?.getRoughnessFactor() ?? 0.8,
    metalness: material?.getMetallicFactor() ?? 0,
    emissive: material?.getEmissiveFactor() ?? [0, 0, 0],
    color: undefined,
    surface: undefined,
    occlusion: undefined,
    bumps: undefined,
    glow: undefined,
  };
}

type DrawnMaps = Pick<DrawnMaterial, 'color' | 'surface' | 'occlusion' | 'bumps' | 'glow'>;

async function mapsOf(primitive: Primitive, decode: Decode): Promise<DrawnMaps> {
  const material = primitive.getMaterial();
  const map = async (slot: Slot): Promise<TextureMap | undefined> =>
    material === null ? undefined : mapOf(material, slot, primitive, decode);
  const [color, surface, occlusion, bumps, glow] = await Promise.all([
    map('BaseColor'),
    map('MetallicRoughness'),
    map('Occlusion'),
    map('Normal'),
    map('Emissive'),
  ]);
  return { color, surface, occlusion, bumps, glow };
}

const ALPHA = { OPAQUE: 'opaque', MASK: 'mask', BLEND: 'blend' } as const;

type Slot = 'BaseColor' | 'MetallicRoughness' | 'Occlusion' | 'Normal' | 'Emissive';

async function mapOf(
  material: Material,
  slot: Slot,
  primitive: Primitive,
  decode: Decode,
): Promise<TextureMap | undefined> {
  const info = material[`get${slot}TextureInfo`]();
  const bitmap = await decode(material[`get${slot}Texture`]());
  if (info === null || bitmap === undefined) return undefined;
  const transform = info.getExtension<TextureTransform>('KHR_texture_transform');
  const given = floats(
    primitive.getAttribute(`TEXCOORD_${transform?.getTexCoord() ?? info.getTexCoord()}`),
  );
  if (given === undefined) return undefined;
  const moved = transform === null ? given : transformed(given, transform);
  const { index, shape } = corners(primitive, given.length / 2);
  const isFlat = shape === 'triangles' && primitive.getAttribute('NORMAL') === null;
  return {
    bitmap,
    uv: isFlat ? spread(moved, 2, index) : moved,
    wrapX: wrapOf(info.getWrapS()),
    wrapY: wrapOf(info.getWrapT()),
  };
}

function wrapOf(mode: ReturnType<TextureInfo['getWrapS']>): Wrap {
  return mode === 33071 ? 'clamp' : mode === 33648 ? 'mirror' : 'repeat';
}

/** Offset · rotation · scale, as the extension KHR_texture_transform says. */
function transformed(uv: Float32Array, transform: TextureTransform): Float32Array {
  const [offsetX, offsetY] = transform.getOffset();
  const [scaleX, scaleY] = transform.getScale();
  const cos = Math.cos(transform.getRotation());
  const sin = Math.sin(transform.getRotation());
  const out = new Float32Array(uv.length);
  for (let i = 0; i < uv.length; i += 2) {
    const x = uv[i]! * scaleX;
    const y = uv[i + 1]! * scaleY;
    out[i] = offsetX + cos * x + sin * y;
    out[i + 1] = offsetY - sin * x + cos * y;
  }
  return out;
}

/** Of faces whose corners follow one another, as long as twice the face is large. */
function flatNormals(p: Float32Array): Float32Array {
  const out = new Float32Array(p.length);
  for (let a = 0; a < p.length; a += 9) {
    for (let k = 0; k < 3; k++) {
      const i = a + ((k + 1) % 3);
      const j = a + ((k + 2) % 3);
      const n =
        (p[i + 3]! - p[i]!) * (p[j + 6]! - p[j]!) - (p[j + 3]! - p[j]!) * (p[i + 6]! - p[i]!);
      out[a + k] = n;
      out[a + 3 + k] = n;
      out[a + 6 + k] = n;
    }
  }
  return out;
}
