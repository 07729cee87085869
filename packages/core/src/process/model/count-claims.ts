import { dracoClaims } from './draco-claims.ts';
import { ACCESSOR_COMPONENTS } from './accessor-components.ts';

/** What the description of a GLB says that a reader has to make room for, or to walk through. */
export interface ModelClaims {
  /** Entries of all lists: nodes, children, accessors, primitives, channels and so on. */
  readonly things: number;
  readonly materials: number;
  readonly textures: number;
  /** What accessors and compressed views unpack to. Unit: bytes. */
  readonly unpacked: number;
  /** Of images, each as often as it is named. Unit: bytes. */
  readonly images: number;
  /** Vertices and corners of all primitives, with their morph targets, each as often as it is named. */
  readonly vertices: number;
  /** The same, as often as the scene draws them. */
  readonly drawn: number;
  /** Times and values of all animations. */
  readonly keyframes: number;
  /** Joints of all skins, as often as a mesh is drawn by them. */
  readonly joints: number;
  /** Of nodes within nodes; Infinity where one stands within itself. */
  readonly depth: number;
  /** The depths of all nodes together. */
  readonly steps: number;
  /** Pairs of places, in scenes and children, that name the same node: a reader compares each. */
  readonly repeats: number;
}

type Part = Readonly<Record<string, unknown>>;

/** A file may claim any type. */
const COMPONENTS: Readonly<Record<string, number>> = ACCESSOR_COMPONENTS;
const COMPONENT_BYTES: Readonly<Record<number, number>> = {
  5120: 1,
  5121: 1,
  5122: 2,
  5123: 2,
  5125: 4,
  5126: 4,
};
/** A corner of a face and a point of a mesh of Draco, as floats and an index. Unit: bytes. */
const DRACO_CORNER = 4;
const DRACO_POINT = 12;

/**
 * Adds up what the JSON of a GLB claims (glTF 2.0, chapter 5). A value of the wrong type claims nothing: the
 * reader reports it.
 * @param bin the binary chunk
 */
export function countClaims(json: unknown, bin: Uint8Array): ModelClaims {
  const root = partOf(json);
  const accessors = listOf(root['accessors']).map(accessorClaims);
  const meshes = listOf(root['meshes']).map((mesh) => meshClaims(mesh, accessors));
  const nodes = listOf(root['nodes']);
  return {
    things: countThings(root),
    materials: listOf(root['materials']).length,
    textures: listOf(root['textures']).length,
    unpacked: sum(accessors, ({ bytes }) => bytes) + compressedBytes(root, bin),
    images: imageBytes(root),
    vertices: sum(meshes, ({ vertices }) => vertices),
    drawn: sum(nodes, (node) => drawnBy(partOf(node), meshes, accessors)),
    keyframes: keyframes(root, accessors),
    joints: jointsOf(root, nodes, meshes),
    ...depthOf(nodes),
    repeats: repeatsOf(root, nodes),
  };
}

interface AccessorClaims {
  readonly count: number;
  readonly bytes: number;
}

function accessorClaims(value: unknown): AccessorClaims {
  const { count, type, componentType, sparse } = partOf(value);
  const each = (COMPONENTS[String(type)] ?? 16) * (COMPONENT_BYTES[Number(componentType)] ?? 4);
  const values = Math.max(sizeOf(count), sizeOf(partOf(sparse)['count']));
  return { count: values, bytes: values * each };
}

interface MeshClaims {
  readonly primitives: number;
  readonly vertices: number;
}

function meshClaims(value: unknown, accessors: readonly AccessorClaims[]): MeshClaims {
  const primitives = listOf(partOf(value)['primitives']).map(partOf);
  return {
    primitives: primitives.length,
    vertices: sum(primitives, ({ attributes, indices, targets }) => {
      const points = most(Object.values(partOf(attributes)), accessors);
      const morphs = listOf(targets);
      const moved = sum(morphs, (target) => most(Object.values(partOf(target)), accessors));
      return points + moved + countOf(indices, accessors);
    }),
  };
}

/** A mesh that a node draws, or draws many times (EXT_mesh_gpu_instancing). */
function drawnBy(
  node: Part,
  meshes: readonly MeshClaims[],
  accessors: readonly AccessorClaims[],
): number {
  const { vertices = 0 } = meshes[Number(node['mesh'])] ?? {};
  const { attributes } = partOf(partOf(node['extensions'])['EXT_mesh_gpu_instancing']);
  return vertices * Math.max(1, most(Object.values(partOf(attributes)), accessors));
}

function keyframes(root: Part, accessors: readonly AccessorClaims[]): number {
  const samplers = listOf(root['animations']).flatMap((each) => listOf(partOf(each)['samplers']));
  return sum(samplers, (sampler) => {
    const { input, output } = partOf(sampler);
    return countOf(input, accessors) + countOf(output, accessors);
  });
}

function jointsOf(root: Part, nodes: readonly unknown[], meshes: readonly MeshClaims[]): number {
  const skins = listOf(root['skins']).map((skin) => listOf(partOf(skin)['joints']).length);
  return sum(nodes, (node) => {
    const { mesh, skin } = partOf(node);
    return (skins[Number(skin)] ?? 0) * (meshes[Number(mesh)]?.primitives ?? 0);
  });
}

/** A node named once adds 1, one named n times n × n. */
function repeatsOf(root: Part, nodes: readonly unknown[]): number {
  const named = new Map<unknown, number>();
  const count = (list: unknown): void => {
    for (const node of listOf(list)) named.set(node, (named.get(node) ?? 0) + 1);
  };
  for (const scene of listOf(root['scenes'])) count(partOf(scene)['nodes']);
  for (const node of nodes) count(partOf(node)['children']);
  return sum([...named.values()], (times) => times * times);
}

/** By the parents that a reader takes: the last that names a node. */
function depthOf(nodes: readonly unknown[]): Pick<ModelClaims, 'depth' | 'steps'> {
  const parents = new Int32Array(nodes.length).fill(-1);
  nodes.forEach((node, parent) => {
    for (const child of listOf(partOf(node)['children'])) {
      if (Number.isInteger(child) && Number(child) < nodes.length) parents[Number(child)] = parent;
    }
  });
  // 0: not known yet.
  const depths = new Int32Array(nodes.length);
  let depth = 0;
  let steps = 0;
  for (let node = 0; node < nodes.length; node++) {
    const way: number[] = [];
    let at = node;
    while (at >= 0 && depths[at] === 0) {
      way.push(at);
      if (way.length > nodes.length) return { depth: Infinity, steps: Infinity };
      at = parents[at]!;
    }
    let above = at < 0 ? 0 : depths[at]!;
    for (const each of way.reverse()) depths[each] = above += 1;
    depth = Math.max(depth, above);
    steps += depths[node]!;
  }
  return { depth, steps };
}

/** Each as often as it is named: a reader copies it each time. */
function imageBytes(root: Part): number {
  const views = listOf(root['bufferViews']).map(partOf);
  return sum(listOf(root['images']), (image) => {
    const { bufferView, uri } = partOf(image);
    if (typeof uri === 'string') return uri.length;
    return sizeOf(views[Number(bufferView)]?.['byteLength']);
  });
}

/** What views and primitives that are compressed unpack to. */
function compressedBytes(root: Part, bin: Uint8Array): number {
  const views = listOf(root['bufferViews']).map(partOf);
  const packed = sum(views, ({ extensions }) => {
    const { EXT_meshopt_compression, KHR_meshopt_compression } = partOf(extensions);
    const { count, byteStride } = partOf(EXT_meshopt_compression ?? KHR_meshopt_compression);
    return sizeOf(count) * sizeOf(byteStride);
  });
  const draco = new Set<Part>();
  for (const mesh of listOf(root['meshes'])) {
    for (const primitive of listOf(partOf(mesh)['primitives'])) {
      const { bufferView } = partOf(
        partOf(partOf(primitive)['extensions'])['KHR_draco_mesh_compression'],
      );
      const view = views[Number(bufferView)];
      if (view !== undefined) draco.add(view);
    }
  }
  return packed + sum([...draco], (view) => dracoBytes(view, bin));
}

/** Of a view in the binary chunk, where writers put it. */
function dracoBytes({ buffer, byteOffset }: Part, bin: Uint8Array): number {
  if (buffer !== 0) return 0;
  const { faces, points } = dracoClaims(bin.subarray(sizeOf(byteOffset)));
  return faces * 3 * DRACO_CORNER + points * DRACO_POINT;
}

/** Lists at the root, and those within what they hold. */
function countThings(root: Part): number {
  return sum(Object.values(root), (list) => {
    if (!Array.isArray(list)) return 0;
    const inner = sum(list as readonly unknown[], (part) =>
      sum(Object.values(partOf(part)), (value) => {
        if (!Array.isArray(value)) return 0;
        const targets = sum(value as readonly unknown[], (each) => {
          return listOf(partOf(each)['targets']).length;
        });
        return value.length + targets;
      }),
    );
    return list.length + inner;
  });
}

function most(indices: readonly unknown[], accessors: readonly AccessorClaims[]): number {
  let found = 0;
  for (const index of indices) found = Math.max(found, countOf(index, accessors));
  return found;
}

function countOf(index: unknown, accessors: readonly AccessorClaims[]): number {
  return typeof index === 'number' ? (accessors[index]?.count ?? 0) : 0;
}

/** A count or a length; none that a subtraction could hide behind. */
function sizeOf(value: unknown): number {
  return typeof value === 'number' && value > 0 ? value : 0;
}

function partOf(value: unknown): Part {
  return typeof value === 'object' && value !== null ? (value as Part) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

function sum<T>(list: readonly T[], of: (item: T) => number): number {
  let total = 0;
  for (const item of list) total += of(item);
  return total;
}
