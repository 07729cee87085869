import { AssetgenError } from '@assetgen/client/errors';
import type { Dependencies } from './targets.ts';

/** What draws the page: it decides which imports fit, and some bring their bundler. */
export interface Framework {
  readonly name: string;
  /** As people write it. */
  readonly label: string;
  /** Package of a project that uses it. */
  readonly found: string;
  /** Name of the target whose config takes the plugin; null where the bundler is a choice of its own. */
  readonly target: string | null;
  /** How code uses the two assets of the manifest that `init` writes. */
  readonly imports: readonly string[];
  /** Whether the first model gets textures that it reads by itself: it has no transcoder for KTX2. */
  readonly isWithoutKtx2?: boolean;
}

const IMAGE = (query: string): string => `import { Backdrop } from '@gen/backdrop?${query}';`;
const MODEL = (query: string): string => `import { Crate } from '@gen/crate?${query}';`;
const LOAD = (query: string): string => `import { load } from '@gen/crate?${query}';`;
/** What every bundler gives. */
const URLS: readonly string[] = [
  "import crateUrl from '@gen/crate.glb';",
  "import backdrop from '@gen/backdrop';",
];

/** A framework that builds on another comes before it: the first that a project has counts. */
export const FRAMEWORKS: readonly Framework[] = [
  { name: 'next', label: 'Next', found: 'next', target: 'next', imports: [IMAGE('react')] },
  { name: 'nuxt', label: 'Nuxt', found: 'nuxt', target: 'nuxt', imports: [IMAGE('vue')] },
  { name: 'astro', label: 'Astro', found: 'astro', target: 'astro', imports: URLS },
  {
    name: 'r3f',
    label: 'React Three Fiber',
    found: '@react-three/fiber',
    target: null,
    imports: [MODEL('r3f'), IMAGE('react')],
  },
  {
    name: 'tres',
    label: 'TresJS',
    found: '@tresjs/core',
    target: null,
    imports: [MODEL('tres'), IMAGE('vue')],
  },
  {
    name: 'threlte',
    label: 'Threlte',
    found: '@threlte/core',
    target: null,
    imports: [MODEL('threlte'), IMAGE('svelte')],
  },
  { name: 'react', label: 'React', found: 'react', target: null, imports: [IMAGE('react')] },
  { name: 'vue', label: 'Vue', found: 'vue', target: null, imports: [IMAGE('vue')] },
  { name: 'svelte', label: 'Svelte', found: 'svelte', target: null, imports: [IMAGE('svelte')] },
  {
    name: 'babylon',
    label: 'Babylon.js',
    found: '@babylonjs/core',
    target: null,
    imports: [LOAD('babylon')],
    isWithoutKtx2: true,
  },
  {
    name: 'playcanvas',
    label: 'PlayCanvas',
    found: 'playcanvas',
    target: null,
    imports: [LOAD('playcanvas')],
    isWithoutKtx2: true,
  },
  { name: 'three', label: 'three.js', found: 'three', target: null, imports: [LOAD('three')] },
];

/** No framework, or one without imports of its own. */
export const PLAIN: Framework = {
  name: 'none',
  label: 'None, or another one',
  found: '',
  target: null,
  imports: URLS,
};

/** @returns `PLAIN` where nothing that is known is among them */
export function detectFramework({ dependencies, devDependencies }: Dependencies): Framework {
  const names = { ...dependencies, ...devDependencies };
  return FRAMEWORKS.find(({ found }) => Object.hasOwn(names, found)) ?? PLAIN;
}

/** @throws AssetgenError `ASSETGEN_USAGE` for a name that is none of these */
export function parseFramework(name: string): Framework {
  const found = [...FRAMEWORKS, PLAIN].find((each) => each.name === name);
  if (found !== undefined) return found;
  const known = FRAMEWORKS.map((each) => each.name).join(', ');
  throw new AssetgenError(
    'ASSETGEN_USAGE',
    `--framework: expected ${known} or none, found "${name}"`,
  );
}
