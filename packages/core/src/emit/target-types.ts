import type { Lock, OutputMeta } from '../lock/lock.ts';
import type { Asset, Manifest } from '../manifest/manifest.ts';
import { CODE_TARGETS, componentName } from './code-target.ts';
import type { CodeTarget } from './code-target.ts';

/** The modules of an asset's code for frameworks: `@gen/props/dragon?three`. */
export function targetModules(
  asset: Asset,
  prefix: string,
  lock: Lock,
  targets: ReadonlySet<CodeTarget>,
): string[] {
  return targetsOf(asset, targets).map((target) => {
    const name = componentName(asset.name);
    const shared = JSON.stringify(`${prefix}/~${target}`);
    const module = `declare module ${JSON.stringify(`${prefix}/${asset.name}?${target}`)} {`;
    if (target === 'react') {
      const type = asset.kind === 'image' ? 'Picture' : 'Video';
      return lines([
        module,
        `  import type { ${type} } from ${shared};`,
        `  export const ${name}: ${type};`,
        `  export default ${name};`,
        '}',
      ]);
    }
    const hasLevels = modelOutputs(asset)[0]?.lod !== undefined;
    const names = ['Nodes', 'Meshes', 'Materials', 'Animations'];
    if (target === 'r3f') {
      return lines([
        module,
        `  import type { ModelComponent } from ${shared};`,
        ...nameTypes(asset, lock).slice(0, 3),
        `  export const ${name}: ModelComponent<${names.slice(0, 3).join(', ')}>;`,
        `  export default ${name};`,
        '}',
      ]);
    }
    return lines([
      module,
      `  import type { LoadOptions, Model } from ${shared};`,
      ...nameTypes(asset, lock),
      `  export type Loaded = Model<${[...names, hasLevels].join(', ')}>;`,
      '  /** Loads all levels of detail; each call gives a copy of its own. */',
      '  export function load(options?: LoadOptions): Promise<Loaded>;',
      '  /** Loads the files, so that `load` gives its copy at once. */',
      '  export function preload(options?: LoadOptions): Promise<void>;',
      '}',
    ]);
  });
}

/** What the modules of all assets share. */
export function sharedTypes(
  { assets }: Manifest,
  prefix: string,
  targets: ReadonlySet<CodeTarget>,
): string[] {
  const used = new Set(assets.flatMap((asset) => targetsOf(asset, targets)));
  return [...used].sort().map((target) => {
    const head = `declare module ${JSON.stringify(`${prefix}/~${target}`)} {`;
    return `${head}\n${SHARED[target]}\n}`;
  });
}

/** Declarations without the names of what is in a model, which are of the lock. */
export function withoutNames(declarations: string): string {
  return declarations.replace(/^ {2}type (?:Nodes|Meshes|Materials|Animations) = .*\n/gm, '');
}

/** The frameworks, of those of a project, that there is code of this asset for. */
export function targetsOf(asset: Asset, targets: ReadonlySet<CodeTarget>): CodeTarget[] {
  return [...targets].filter((target) => {
    if (!CODE_TARGETS[target].includes(asset.kind)) return false;
    return target === 'react' || modelOutputs(asset).length > 0;
  });
}

function modelOutputs({ outputs }: Asset): Asset['outputs'] {
  return outputs.filter(({ format, step }) => format === 'glb' && step.type === 'model');
}

function nameTypes(asset: Asset, lock: Lock): string[] {
  const [first] = modelOutputs(asset);
  const meta: OutputMeta | undefined =
    first === undefined ? undefined : lock.assets[asset.name]?.outputs[first.name]?.meta;
  const clips = meta?.animations?.map((name, at) => (name === '' ? `animation_${at}` : name));
  return [
    `  type Nodes = ${union(meta?.names?.nodes)};`,
    `  type Meshes = ${union(meta?.names?.meshes, 'never')};`,
    `  type Materials = ${union(meta?.names?.materials)};`,
    `  type Animations = ${union(clips)};`,
  ];
}

/** What is not known may be anything; what is known to have none has none. */
function union(names: readonly string[] | null | undefined, unknown = 'string'): string {
  if (names === null || names === undefined) return unknown;
  if (names.length === 0) return 'never';
  return names.map((name) => JSON.stringify(name)).join(' | ');
}

function lines(code: readonly string[]): string {
  return code.join('\n');
}

const SHARED: Readonly<Record<CodeTarget, string>> = {
  three: `  import type { AnimationClip, Group, LOD, Material, Mesh, Object3D } from 'three';
  export interface LoadOptions {
    /** A WebGLRenderer or WebGPURenderer: textures in KTX2 are decoded for what it can show. */
    readonly renderer?: object;
    readonly signal?: AbortSignal;
    /** Bytes of all files of the model. */
    readonly onProgress?: (progress: { readonly loaded: number; readonly total: number }) => void;
    /** Degrees from top to bottom of the camera that levels of detail are chosen for. @default 50 */
    readonly fov?: number;
    /** Above 1 the finer levels are shown from farther away. @default 1 */
    readonly lodBias?: number;
  }
  export interface Model<Nodes extends string, Meshes extends string, Materials extends string, Animations extends string, Levels extends boolean> {
    /** The root: place it, turn it, add it to a scene. It stays when the files behind it change. */
    readonly scene: Group;
    /** Of the finest level, by their names in the file. */
    readonly nodes: { readonly [Name in Nodes]: Name extends Meshes ? Mesh : Object3D };
    /** Shared by all copies. */
    readonly materials: { readonly [Name in Materials]: Material };
    readonly animations: { readonly [Name in Animations]: AnimationClip };
    /** In \`scene\`; a renderer shows the level that fits by itself. */
    readonly lod: Levels extends true ? LOD : null;
    /** Another one of the same files, with a skeleton of its own. */
    clone(): Model<Nodes, Meshes, Materials, Animations, Levels>;
    /** Takes it out of its scene; with the last copy, memory of the GPU is freed. */
    dispose(): void;
  }`,
  r3f: `  import type { ThreeElements } from '@react-three/fiber';
  import type { ReactNode } from 'react';
  type Vector = readonly [number, number, number];
  export type Place = Vector | { readonly position?: Vector; readonly rotation?: Vector; readonly scale?: Vector | number };
  type Group = ThreeElements['group'];
  export type ModelProps<Nodes extends string, Meshes extends string, Materials extends string> = Group & {
    /** Props of nodes, by their names in the file. */
    nodes?: { readonly [Name in Nodes]?: Name extends Meshes ? ThreeElements['mesh'] : Group };
    /** Props of materials, which this component then has alone. */
    materials?: { readonly [Name in Materials]?: ThreeElements['meshPhysicalMaterial'] };
  };
  export interface ModelComponent<Nodes extends string, Meshes extends string, Materials extends string> {
    (props: ModelProps<Nodes, Meshes, Materials>): ReactNode;
    displayName?: string;
    /** The model in many places, each mesh of it in one draw call. */
    Instances: (props: Group & { readonly at: readonly Place[] }) => ReactNode;
    /** Loads the files before a component asks for them; textures in KTX2 need the renderer. */
    preload(options?: { readonly renderer?: object }): Promise<void>;
  }`,
  react: `  import type { ComponentPropsWithoutRef, ForwardRefExoticComponent, RefAttributes } from 'react';
  type ImageProps = Omit<ComponentPropsWithoutRef<'img'>, 'src' | 'srcSet'>;
  type VideoProps = Omit<ComponentPropsWithoutRef<'video'>, 'src' | 'children'>;
  /** \`<picture>\` with every format and width; props are those of its \`<img>\`. */
  export type Picture = ForwardRefExoticComponent<ImageProps & RefAttributes<HTMLImageElement>>;
  /** \`<video>\` with its sources and its poster. */
  export type Video = ForwardRefExoticComponent<VideoProps & RefAttributes<HTMLVideoElement>>;`,
};
