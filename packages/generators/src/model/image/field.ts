/** A field over the cells of a cutout, read between them. Coordinates run from 0 to 1, downwards. */
export interface Field {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

/** A place between four cells of a field, which other fields of the same size share. */
export interface Spot {
  topLeft: number;
  topRight: number;
  lowLeft: number;
  lowRight: number;
  /** How far it is from the left cells to the right ones. */
  across: number;
  /** How far it is from the upper cells to the lower ones. */
  down: number;
}

/** A place in the upper left corner, for {@link moveTo}. */
export function createSpot(): Spot {
  return { topLeft: 0, topRight: 0, lowLeft: 0, lowRight: 0, across: 0, down: 0 };
}

/** Moves `spot` to a place in a field of this size. */
export function moveTo(spot: Spot, { width, height }: Field, x: number, y: number): void {
  const px = x * width - 0.5;
  const py = y * height - 0.5;
  const fx = Math.floor(px);
  const fy = Math.floor(py);
  const left = Math.min(width - 1, Math.max(0, fx));
  const right = Math.min(width - 1, Math.max(0, fx + 1));
  const top = Math.min(height - 1, Math.max(0, fy)) * width;
  const low = Math.min(height - 1, Math.max(0, fy + 1)) * width;
  spot.topLeft = top + left;
  spot.topRight = top + right;
  spot.lowLeft = low + left;
  spot.lowRight = low + right;
  spot.across = px - fx;
  spot.down = py - fy;
}

/** The values of the four cells, mixed by how near they are. */
export function valueAt(values: Float32Array, spot: Spot): number {
  const { across, down } = spot;
  const from = values[spot.topLeft]!;
  const top = from + (values[spot.topRight]! - from) * across;
  const low = values[spot.lowLeft]!;
  return top + (low + (values[spot.lowRight]! - low) * across - top) * down;
}

/** The value at one place; who reads several fields there moves a {@link Spot}. */
export function readField(field: Field, x: number, y: number): number {
  const spot = createSpot();
  moveTo(spot, field, x, y);
  return valueAt(field.values, spot);
}
