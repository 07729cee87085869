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
    const shared = JSON.stringify(`${prefix}/~${target}`);
    return lines([
      `declare module ${JSON.stringify(`${prefix}/${asset.name}?${target}`)} {`,
      ...MODULES[target](asset, lock, shared, target),
      '}',
    ]);
  });
}

type ModuleTypes = (
  asset: Asset,
  lock: Lock,
  shared: string,
  target: CodeTarget,
) => readonly string[];

const MODULES: Readonly<Record<CodeTarget, ModuleTypes>> = {
  three: loaderTypes,
  babylon: loaderTypes,
  playcanvas: loaderTypes,
  r3f: componentTypes,
  tres: componentTypes,
  threlte: componentTypes,
  react: pictureTypes,
  vue: pictureTypes,
  svelte: pictureTypes,
};

function loaderTypes(
  asset: Asset,
  lock: Lock,
  shared: string,
  target: CodeTarget,
): readonly string[] {
  const isNeeded = target === 'three' ? '?' : '';
  return [
    `  import type { LoadOptions, Model } from ${shared};`,
    ...nameTypes(asset, lock, target === 'babylon' ? 'animation' : 'animation_'),
    boundsType(asset, lock),
    `  export type Loaded = Model<Nodes, Meshes, Materials, Animations, Bounds, ${levelCount(asset)}>;`,
    '  /** Loads all levels of detail; each call gives a copy of its own. */',
    `  export function load(options${isNeeded}: LoadOptions): Promise<Loaded>;`,
    '  /** Loads the files, so that `load` gives its copy at once. */',
    `  export function preload(options${isNeeded}: LoadOptions): Promise<void>;`,
  ];
}

function componentTypes(asset: Asset, lock: Lock, shared: string): readonly string[] {
  const name = componentName(asset.name);
  return [
    `  import type { ModelComponent } from ${shared};`,
    ...nameTypes(asset, lock).slice(0, 3),
    `  export const ${name}: ModelComponent<Nodes, Meshes, Materials>;`,
    `  export default ${name};`,
  ];
}

function pictureTypes(asset: Asset, _lock: Lock, shared: string): readonly string[] {
  const name = componentName(asset.name);
  const type = asset.kind === 'image' ? 'Picture' : 'Video';
  return [
    `  import type { ${type} } from ${shared};`,
    `  export const ${name}: ${type};`,
    `  export default ${name};`,
  ];
}

/** Of the first GLB that the manifest lists: of each of its levels there is an output. */
function levelCount(asset: Asset): number {
  const [first, ...others] = modelOutputs(asset);
  if (first?.lod === undefined) return 1;
  const stem = (name: string): string => name.replace(/\.lod\d+\.glb$/, '');
  return (
    1 +
    others.filter(({ name, lod }) => lod !== undefined && stem(name) === stem(first.name)).length
  );
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

/** Declarations without what is in a model, which is of the lock. */
export function withoutNames(declarations: string): string {
  return declarations.replace(
    /^ {2}type (?:Nodes|Meshes|Materials|Animations|Bounds) = .*\n/gm,
    '',
  );
}

/** The size of a model as literals: code that reckons with another one is told. */
export function boundsType(asset: Asset, lock: Lock): string {
  const corner = (values: readonly number[] | undefined): string =>
    `readonly [${(values?.length === 3 ? values : ['number', 'number', 'number']).join(', ')}]`;
  const bounds = firstMeta(asset, lock)?.bounds;
  return `  type Bounds = { readonly min: ${corner(bounds?.min)}; readonly max: ${corner(bounds?.max)} };`;
}

function firstMeta(asset: Asset, lock: Lock): OutputMeta | undefined {
  const [first] = modelOutputs(asset);
  return first === undefined ? undefined : lock.assets[asset.name]?.outputs[first.name]?.meta;
}

/** The frameworks, of those of a project, that there is code of this asset for. */
export function targetsOf(asset: Asset, targets: ReadonlySet<CodeTarget>): CodeTarget[] {
  return [...targets].filter((target) => {
    if (!CODE_TARGETS[target].includes(asset.kind)) return false;
    return MODULES[target] === pictureTypes || modelOutputs(asset).length > 0;
  });
}

/** The GLBs of a model: what is known of it is known of the first. */
export function modelOutputs({ outputs }: Asset): Asset['outputs'] {
  return outputs.filter(({ format, step }) => format === 'glb' && step.type === 'model');
}

/** @param unnamed what the engine calls an animation without a name, with its index behind */
function nameTypes(asset: Asset, lock: Lock, unnamed = ''): string[] {
  const meta = firstMeta(asset, lock);
  const root = asset.name.slice(asset.name.lastIndexOf('/') + 1);
  const nodes = meta?.names?.nodes;
  const clips = meta?.animations?.map((name, at) => (name === '' ? `${unnamed}${at}` : name));
  return [
    // The root goes by the name of the asset too, whatever a draft or the bought file calls it.
    `  type Nodes = ${union(nodes?.includes(root) === false ? [...nodes, root].sort() : nodes)};`,
    `  type Meshes = ${union(meta?.names?.meshes, 'never')};`,
    `  type Materials = ${union(meta?.names?.materials)};`,
    `  type Animations = ${union(clips)};`,
  ];
}

/** An unknown type may be anything; what is known to have none has none. */
function union(names: readonly string[] | null | undefined, unknown = 'string'): string {
  if (names === null || names === undefined) return unknown;
  if (names.length === 0) return 'never';
  return names.map((name) => JSON.stringify(name)).join(' | ');
}

function lines(code: readonly string[]): string {
  return code.join('\n');
}

/** What the models of all engines have; each adds what it calls the rest. */
const OPTIONS = `    readonly signal?: AbortSignal;
    /** Bytes of all files of the model. */
    readonly onProgress?: (progress: { readonly loaded: number; readonly total: number }) => void;
    /** Above 1 the finer levels are shown from farther away. @default 1 */
    readonly lodBias?: number;`;

const PARAMETERS =
  'Nodes extends string, Meshes extends string, Materials extends string, Animations extends string, Bounds, Levels extends number';

const FACTS = `    /** Axis-aligned, in the units of the model. */
    readonly bounds: Bounds;
    /** How many levels of detail there are. */
    readonly levels: Levels;
    /** Another one of the same files, with a skeleton of its own. */
    clone(): Model<Nodes, Meshes, Materials, Animations, Bounds, Levels>;
    /** Takes it out of its scene; with the last copy, memory of the GPU is freed. */
    dispose(): void;`;

const PLACE = `  type Vector = readonly [number, number, number];
  export type Place = Vector | { readonly position?: Vector; readonly rotation?: Vector; readonly scale?: Vector | number };`;

const SHARED: Readonly<Record<CodeTarget, string>> = {
  three: `  import type { AnimationClip, Group, LOD, Material, Mesh, Object3D } from 'three';
  export interface LoadOptions {
    /** A WebGLRenderer or WebGPURenderer: textures in KTX2 are decoded for what it can show. */
    readonly renderer?: object;
${OPTIONS}
  }
  export interface Model<${PARAMETERS}> {
    /** The root: place it, turn it, add it to a scene. It stays when the files behind it change. */
    readonly scene: Group;
    /** Of the finest level, by their names in the file. */
    readonly nodes: { readonly [Name in Nodes]: Name extends Meshes ? Mesh : Object3D };
    /** Shared by all copies. */
    readonly materials: { readonly [Name in Materials]: Material };
    readonly animations: { readonly [Name in Animations]: AnimationClip };
    /** In \`scene\`; a renderer shows the level that fits by itself. */
    readonly lod: Levels extends 1 ? null : LOD;
${FACTS}
  }`,
  babylon: `  import type { AbstractMesh, AnimationGroup, Material, Scene, TransformNode } from '@babylonjs/core';
  export interface LoadOptions {
    readonly scene: Scene;
${OPTIONS}
  }
  export interface Model<${PARAMETERS}> {
    /** In the scene already. It stays when the files behind it change. */
    readonly root: TransformNode;
    /** Of the finest level, by their names in the file. */
    readonly nodes: { readonly [Name in Nodes]: Name extends Meshes ? AbstractMesh : TransformNode };
    /** Shared by all copies. */
    readonly materials: { readonly [Name in Materials]: Material };
    /** Of this copy; none plays by itself. */
    readonly animations: { readonly [Name in Animations]: AnimationGroup };
    /** \`level\`: the one that the last camera saw. */
    readonly lod: Levels extends 1 ? null : { readonly level: number };
${FACTS}
  }`,
  playcanvas: `  import type { AnimTrack, AppBase, Entity, Material } from 'playcanvas';
  export interface LoadOptions {
    readonly app: AppBase;
${OPTIONS}
  }
  export interface Model<${PARAMETERS}> {
    /** Add it to \`app.root\`. It stays when the files behind it change. */
    readonly root: Entity;
    /** Of the finest level, by their names in the file. */
    readonly nodes: { readonly [Name in Nodes]: Entity };
    /** Shared by all copies. */
    readonly materials: { readonly [Name in Materials]: Material };
    readonly animations: { readonly [Name in Animations]: AnimTrack };
    /** \`level\`: the one that the last camera saw. */
    readonly lod: Levels extends 1 ? null : { readonly level: number };
${FACTS}
  }`,
  r3f: `  import type { ThreeElements } from '@react-three/fiber';
  import type { ReactNode } from 'react';
${PLACE}
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
  tres: `  import type { ThreeInstances } from '@tresjs/core';
${PLACE}
  type Group = Partial<ThreeInstances['group']>;
  type Slots = { default?(): unknown };
  export interface ModelComponent<Nodes extends string, Meshes extends string, Materials extends string> {
    new (): {
      $props: Group & {
        /** Props of nodes, by their names in the file. */
        nodes?: { readonly [Name in Nodes]?: Name extends Meshes ? Partial<ThreeInstances['mesh']> : Group };
        /** Props of materials, which this component then has alone. */
        materials?: { readonly [Name in Materials]?: Partial<ThreeInstances['meshPhysicalMaterial']> };
      };
      $slots: Slots;
    };
    /** The model in many places, each mesh of it in one draw call. */
    Instances: new () => { $props: Group & { readonly at: readonly Place[] }; $slots: Slots };
    /** Loads the files before a component asks for them; textures in KTX2 need the renderer. */
    preload(options?: { readonly renderer?: object }): Promise<void>;
  }`,
  threlte: `  import type { Props } from '@threlte/core';
  import type { Component } from 'svelte';
  import type { Group, Mesh, MeshPhysicalMaterial } from 'three';
${PLACE}
  export interface ModelComponent<Nodes extends string, Meshes extends string, Materials extends string>
    extends Component<Props<Group> & {
      /** Props of nodes, by their names in the file. */
      nodes?: { readonly [Name in Nodes]?: Props<Name extends Meshes ? Mesh : Group> };
      /** Props of materials, which this component then has alone. */
      materials?: { readonly [Name in Materials]?: Props<MeshPhysicalMaterial> };
    }> {
    /** The model in many places, each mesh of it in one draw call. */
    Instances: Component<Props<Group> & { readonly at: readonly Place[] }>;
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
  vue: `  import type { ImgHTMLAttributes, VideoHTMLAttributes } from 'vue';
  /** \`<picture>\` with every format and width; attributes are those of its \`<img>\`. */
  export type Picture = new () => { $props: Omit<ImgHTMLAttributes, 'src' | 'srcset'>; element: HTMLImageElement | null };
  /** \`<video>\` with its sources and its poster. */
  export type Video = new () => { $props: Omit<VideoHTMLAttributes, 'src'> };`,
  svelte: `  import type { Component } from 'svelte';
  import type { HTMLImgAttributes, HTMLVideoAttributes } from 'svelte/elements';
  /** \`<picture>\` with every format and width; attributes are those of its \`<img>\`. */
  export type Picture = Component<Omit<HTMLImgAttributes, 'src' | 'srcset'>, { readonly element: HTMLImageElement }>;
  /** \`<video>\` with its sources and its poster. */
  export type Video = Component<Omit<HTMLVideoAttributes, 'src'>, { readonly element: HTMLVideoElement }>;`,
};
