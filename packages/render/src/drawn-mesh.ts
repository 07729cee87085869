import type { TextureMap } from './texture-map.ts';

/** One primitive in world space, ready to be drawn. */
export interface DrawnMesh {
  readonly position: Float32Array;
  readonly normal: Float32Array;
  /** Four floats a vertex, w the handedness. */
  readonly tangent: Float32Array | undefined;
  /** Three corners a triangle; a line repeats its end, a point is three times the same. */
  readonly index: Uint32Array;
  readonly shape: 'triangles' | 'lines' | 'points';
  /** Linear RGB and alpha, four floats a vertex. */
  readonly colors: Float32Array | undefined;
  readonly material: DrawnMaterial;
}

export interface DrawnMaterial {
  /** Linear RGB. */
  readonly base: readonly [number, number, number];
  /** How much hides what is behind, before textures: 0 to 1. */
  readonly opacity: number;
  readonly alpha: 'opaque' | 'mask' | 'blend';
  /** With mask: less than this is not there. */
  readonly cutoff: number;
  readonly unlit: boolean;
  readonly roughness: number;
  readonly metalness: number;
  /** Linear RGB. */
  readonly emissive: readonly [number, number, number];
  readonly color: TextureMap | undefined;
  /** Roughness in green, metalness in blue. */
  readonly surface: TextureMap | undefined;
  /** Occlusion in red. */
  readonly occlusion: TextureMap | undefined;
  readonly bumps: TextureMap | undefined;
  readonly glow: TextureMap | undefined;
}
