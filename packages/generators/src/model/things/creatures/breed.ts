import type { Triple } from '../../shape/place.ts';
import type { StuffName } from '../../words/materials.ts';

/** The measures of a four-legged animal. Unit: model units. */
export interface Breed {
  readonly color: number;
  readonly belly: number;
  readonly stuff?: StuffName;
  readonly eyes?: number;
  readonly long: number;
  /** Half height of the trunk. */
  readonly girth: number;
  /** Half width of the belly against `girth`. */
  readonly plump: number;
  readonly legs: number;
  /** Half width of a leg. */
  readonly leg: number;
  readonly neck: number;
  readonly head: number;
  /** Against `head`. */
  readonly snout: number;
  readonly muzzle: number;
  readonly droop: number;
  readonly paleSnout?: boolean;
  readonly flatNose?: boolean;
  readonly ears: 'pointed' | 'round' | 'floppy' | 'small';
  readonly tail: number;
  readonly tailWidth: number;
  readonly tailShape: 'up' | 'down' | 'puff';
  readonly hooves?: boolean;
  /** How far horns reach out, against `head`. */
  readonly horns?: number;
  readonly antlers?: boolean;
  readonly mane?: number;
  readonly unicorn?: boolean;
}

/** The height of the back. */
export function back(breed: Breed): number {
  return breed.legs + breed.girth * 0.9;
}

/** The middle of the skull. */
export function headAt(breed: Breed): Triple {
  const y = back(breed);
  return [
    0,
    y + breed.girth * 0.55 + breed.neck,
    breed.long * 0.5 + breed.girth * 0.5 + breed.neck * 0.45,
  ];
}
