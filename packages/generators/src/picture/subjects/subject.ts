import type { Brush } from '../art/brush.ts';
import type { Random } from '../art/random.ts';

/** Where a subject belongs in a scene. */
export type Stand = 'ground' | 'water' | 'air' | 'deep';

/** A thing that can be drawn. */
export interface Subject {
  readonly draw: (brush: Brush, random: Random) => void;
  /** Height relative to the frame's shorter side when it is the only subject. */
  readonly size: number;
  readonly stand: Stand;
  /** How it moves in a video. @default 'still' */
  readonly moves?: 'still' | 'walk' | 'sail' | 'fly' | 'hover' | 'drive';
  /** Own colour as `#rrggbb`, where it has one without being asked. */
  readonly colour?: string;
}
