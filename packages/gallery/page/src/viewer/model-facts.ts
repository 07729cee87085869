import { Mesh, SkinnedMesh } from 'three';
import type { AnimationClip, Material, MeshStandardMaterial, Object3D, Texture } from 'three';
import { isTexture, materialsOf } from './model-loader.ts';

/** What is known of a model once it is shown. */
export interface ModelFacts {
  readonly triangles: number;
  readonly vertices: number;
  /** Width, height, depth in the model's units, metres by the standard. */
  readonly size: readonly [number, number, number];
  readonly drawCalls: number;
  /** On the graphics card: points with all that belongs to them. Unit: bytes. */
  readonly geometryBytes: number;
  /** On the graphics card, not compressed, with mipmaps. Unit: bytes. */
  readonly textureBytes: number;
  readonly bones: number;
  readonly materials: readonly MaterialFacts[];
  readonly textures: readonly TextureFacts[];
  readonly clips: readonly ClipFacts[];
}

export interface MaterialFacts {
  readonly name: string;
  /** `#rrggbb` */
  readonly colour: string | null;
  /** `metallic 0.0, rough 0.8, double-sided` */
  readonly words: readonly string[];
  readonly triangles: number;
  /** Numbers of its textures. */
  readonly textures: readonly number[];
}

export interface TextureFacts {
  /** What it is used for: `base colour`. */
  readonly roles: readonly string[];
  readonly width: number;
  readonly height: number;
  /** On the graphics card. Unit: bytes. */
  readonly bytes: number;
}

export interface ClipFacts {
  readonly name: string;
  /** Unit: seconds. */
  readonly duration: number;
}

const ROLES: readonly (readonly [key: string, role: string])[] = [
  ['map', 'base colour'],
  ['normalMap', 'normals'],
  ['roughnessMap', 'roughness'],
  ['metalnessMap', 'metalness'],
  ['aoMap', 'occlusion'],
  ['emissiveMap', 'emission'],
  ['transmissionMap', 'transmission'],
  ['clearcoatMap', 'clear coat'],
  ['sheenColorMap', 'sheen'],
  ['specularColorMap', 'specular colour'],
];
/** A texture with its mipmaps takes a third more. */
const MIPMAPS = 4 / 3;
const TEXEL_BYTES = 4;

/** The textures of a model, each once, in the order in which its materials name them. */
export function texturesOf(model: Object3D): readonly { texture: Texture; roles: Set<string> }[] {
  // Several textures may have one picture.
  const found = new Map<unknown, { texture: Texture; roles: Set<string> }>();
  for (const material of allMaterials(model)) {
    for (const [key, role] of ROLES) {
      const texture = (material as unknown as Record<string, unknown>)[key];
      if (!isTexture(texture)) continue;
      const known = found.get(texture.source) ?? { texture, roles: new Set() };
      found.set(texture.source, known);
      known.roles.add(role);
    }
  }
  return [...found.values()];
}

function allMaterials(model: Object3D): readonly Material[] {
  const found = new Set<Material>();
  model.traverse((part) => {
    for (const material of materialsOf(part)) found.add(material);
  });
  return [...found];
}

export function factsOf(
  model: Object3D,
  clips: readonly AnimationClip[],
  [width, height, depth]: readonly [number, number, number],
): ModelFacts {
  const textures = texturesOf(model);
  const counted = countParts(model);
  const sizes = textures.map(({ texture, roles }): TextureFacts => {
    const image = texture.image as { width?: number; height?: number } | null;
    const [across = 0, down = 0] = [image?.width, image?.height];
    const bytes = Math.round(across * down * TEXEL_BYTES * MIPMAPS);
    return { roles: [...roles], width: across, height: down, bytes };
  });
  return {
    ...counted.sums,
    size: [width, height, depth],
    textureBytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
    textures: sizes,
    materials: allMaterials(model).map((material) => ({
      ...describeMaterial(material),
      triangles: counted.byMaterial.get(material) ?? 0,
      textures: textures.flatMap(({ texture }, index) =>
        usesPicture(material, texture) ? [index] : [],
      ),
    })),
    clips: clips.map(({ name, duration }, index) => ({
      name: name === '' ? `Animation ${index + 1}` : name,
      duration,
    })),
  };
}

function countParts(model: Object3D) {
  const byMaterial = new Map<Material, number>();
  const bones = new Set<Object3D>();
  const seen = new Set<unknown>();
  const sums = { triangles: 0, vertices: 0, drawCalls: 0, geometryBytes: 0, bones: 0 };
  model.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    const { geometry } = part as Mesh;
    const points = geometry.attributes['position']?.count ?? 0;
    const triangles = (geometry.index?.count ?? points) / 3;
    sums.vertices += points;
    sums.triangles += triangles;
    for (const material of materialsOf(part)) {
      sums.drawCalls += 1;
      byMaterial.set(material, (byMaterial.get(material) ?? 0) + triangles);
    }
    for (const values of [geometry.index, ...Object.values(geometry.attributes)]) {
      const { array } = (values ?? {}) as { array?: { byteLength: number } };
      if (array === undefined || seen.has(array)) continue;
      seen.add(array);
      sums.geometryBytes += array.byteLength;
    }
    if (part instanceof SkinnedMesh) for (const bone of part.skeleton.bones) bones.add(bone);
  });
  sums.bones = bones.size;
  return { byMaterial, sums };
}

function usesPicture(material: Material, { source }: Texture): boolean {
  return Object.values(material).some((value) => isTexture(value) && value.source === source);
}

function describeMaterial(material: Material): Pick<MaterialFacts, 'name' | 'colour' | 'words'> {
  const { name, side, transparent, alphaTest, opacity } = material;
  const { color, metalness, roughness } = material as Partial<MeshStandardMaterial>;
  return {
    name: name === '' ? 'Without a name' : name,
    colour: color === undefined ? null : `#${color.getHexString()}`,
    words: [
      ...(metalness === undefined ? [] : [`metallic ${metalness.toFixed(2)}`]),
      ...(roughness === undefined ? [] : [`rough ${roughness.toFixed(2)}`]),
      ...(transparent ? [`blended, opacity ${opacity.toFixed(2)}`] : []),
      ...(alphaTest > 0 ? [`cut out at ${alphaTest.toFixed(2)}`] : []),
      ...(side === 2 ? ['double-sided'] : []),
    ],
  };
}
