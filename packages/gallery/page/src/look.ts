/** How a model is looked at. Every stage and every side of a comparison takes one. */
export interface Look {
  readonly surface: Surface;
  readonly environment: Environment;
  /** Stops: each doubles the light. -3 to 3. @default 0 */
  readonly exposure: number;
  readonly background: Background;
  readonly grid: boolean;
  /** A person of 1.8 m beside the model. */
  readonly figure: boolean;
  /** Lines around the model, and its collider. */
  readonly bounds: boolean;
  readonly skeleton: boolean;
}

export type Surface =
  | 'shaded'
  | 'clay'
  | 'wireframe'
  | 'colour'
  | 'normal'
  | 'roughness'
  | 'metalness'
  | 'occlusion'
  | 'emissive'
  | 'uv';
export type Environment = 'studio' | 'daylight' | 'sunset' | 'even';
export type Background = 'page' | 'white' | 'grey' | 'black' | 'surroundings';

export const PLAIN: Look = {
  surface: 'shaded',
  environment: 'studio',
  exposure: 0,
  background: 'page',
  grid: false,
  figure: false,
  bounds: false,
  skeleton: false,
};

/** Unit: stops. */
export const MOST_EXPOSURE = 3;

export const SURFACES: readonly (readonly [Surface, string])[] = [
  ['shaded', 'Shaded'],
  ['clay', 'Clay'],
  ['wireframe', 'Wireframe'],
  ['colour', 'Base colour'],
  ['normal', 'Normals'],
  ['roughness', 'Roughness'],
  ['metalness', 'Metalness'],
  ['occlusion', 'Occlusion'],
  ['emissive', 'Emission'],
  ['uv', 'UV checker'],
];

export const ENVIRONMENTS: readonly (readonly [Environment, string])[] = [
  ['studio', 'Studio light'],
  ['daylight', 'Daylight'],
  ['sunset', 'Sunset'],
  ['even', 'Even light'],
];

export const BACKGROUNDS: readonly (readonly [Background, string])[] = [
  ['page', 'Page'],
  ['white', 'White'],
  ['grey', 'Grey'],
  ['black', 'Black'],
  ['surroundings', 'Surroundings'],
];
