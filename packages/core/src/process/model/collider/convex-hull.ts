/** A closed convex surface; each three indices are a triangle, seen from outside against the clock. */
export interface ConvexHull {
  /** Three numbers a vertex. */
  readonly vertices: readonly number[];
  readonly indices: readonly number[];
}

/** Numbers of a vertex, `points[3 * i]` and on. */
type Points = Float64Array;

interface Face {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  /** Outwards, of length 1, and its distance from the origin. */
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
  readonly d: number;
  /** Points that see it from outside, and the one that is farthest. */
  readonly outside: number[];
  far: number;
  distance: number;
}

/** How far a point may look out of a hull that has all its vertices: a share of the size. */
const LEFT_OUT = 0.005;

/** The same, and what rounding adds: none is given out that leaves out more. */
const MOST_LEFT_OUT = 0.008;

/** A shape flatter than this share of its size has almost no volume. */
const FLAT = 1e-4;

/**
 * The convex hull of points, or one that is nearly it: points are added from the farthest to the nearest, until
 * all are inside, or there are `most` vertices; what then looks out by more than half a percent of the size is taken in by
 * growing the hull about its middle. Points that lie in a plane or on a line get the box around them, a little thick.
 * @param points three numbers each; at least one point
 * @param most vertices, at least 8
 */
export function convexHull(points: Points, most: number): ConvexHull {
  const { min, max, size } = boundsOf(points);
  const start = tetrahedron(points, size * FLAT);
  if (start === null) return boxHull(min, max, size * FLAT);
  const faces = new Set<Face>();
  const used = new Set<number>(start);
  const [a, b, c, d] = start;
  for (const [i, j, k] of [
    [a, b, c],
    [a, d, b],
    [b, d, c],
    [c, d, a],
  ] as const) {
    faces.add(faceOf(points, i, j, k));
  }
  const tolerance = size * 1e-7;
  for (let at = 0; at < points.length / 3; at++) assign(points, at, faces, tolerance);
  while (used.size < most) {
    const face = farthest(faces);
    if (face === null) break;
    used.add(face.far);
    add(points, face.far, faces, tolerance);
  }
  const hull = grown(points, faces, size * LEFT_OUT);
  // Numbers have ends: of points that are nearly in a plane a hull may come out folded.
  return leavesOut(hull, points, size * MOST_LEFT_OUT) ? boxHull(min, max, size * FLAT) : hull;
}

function leavesOut({ vertices, indices }: ConvexHull, points: Points, most: number): boolean {
  const corners = Float64Array.from(vertices);
  for (let t = 0; t < indices.length; t += 3) {
    const face = faceOf(corners, indices[t] ?? 0, indices[t + 1] ?? 0, indices[t + 2] ?? 0);
    for (let index = 0; index < points.length / 3; index++) {
      if (aboveOf(face, points, index) > most) return true;
    }
  }
  return false;
}

/** The eight corners, each side at least so long. */
export function boxHull(min: readonly number[], max: readonly number[], least: number): ConvexHull {
  const [low, high] = [[...min], [...max]];
  for (let axis = 0; axis < 3; axis++) {
    const missing = least - ((high[axis] ?? 0) - (low[axis] ?? 0));
    if (missing <= 0) continue;
    low[axis] = (low[axis] ?? 0) - missing / 2;
    high[axis] = (high[axis] ?? 0) + missing / 2;
  }
  const vertices: number[] = [];
  for (let at = 0; at < 8; at++) {
    for (let axis = 0; axis < 3; axis++) {
      vertices.push(((at >> axis) & 1 ? high : low)[axis] ?? 0);
    }
  }
  // oxfmt-ignore
  const indices = [
    0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
    2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6,
  ];
  return { vertices, indices };
}

/** Axis-aligned; the size is the longest side. */
export function boundsOf(points: Points): { min: number[]; max: number[]; size: number } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < points.length; at++) {
    const value = points[at] ?? 0;
    const axis = at % 3;
    if (value < (min[axis] ?? 0)) min[axis] = value;
    if (value > (max[axis] ?? 0)) max[axis] = value;
  }
  return { min, max, size: Math.max(...max.map((high, axis) => high - (min[axis] ?? 0))) };
}

/** The volume that a hull encloses. */
export function hullVolume({ vertices, indices }: ConvexHull): number {
  let volume = 0;
  const at = (index: number, axis: number): number =>
    vertices[(indices[index] ?? 0) * 3 + axis] ?? 0;
  for (let t = 0; t < indices.length; t += 3) {
    volume +=
      at(t, 0) * (at(t + 1, 1) * at(t + 2, 2) - at(t + 1, 2) * at(t + 2, 1)) -
      at(t, 1) * (at(t + 1, 0) * at(t + 2, 2) - at(t + 1, 2) * at(t + 2, 0)) +
      at(t, 2) * (at(t + 1, 0) * at(t + 2, 1) - at(t + 1, 1) * at(t + 2, 0));
  }
  return volume / 6;
}

/** Four points that enclose something, or null. */
function tetrahedron(points: Points, least: number): [number, number, number, number] | null {
  const a = extreme(points, (x) => -x);
  const b = extreme(points, (x, y, z) => distanceTo(points, a, x, y, z));
  const line = minus(points, b, a);
  const length = Math.hypot(...line);
  if (length <= least) return null;
  const away = (x: number, y: number, z: number): number => {
    const to = [x - at(points, a, 0), y - at(points, a, 1), z - at(points, a, 2)] as const;
    return Math.hypot(...cross(line, to)) / length;
  };
  const c = extreme(points, away);
  if (away(at(points, c, 0), at(points, c, 1), at(points, c, 2)) <= least) return null;
  const plane = faceOf(points, a, b, c);
  const d = extreme(points, (x, y, z) => Math.abs(above(plane, x, y, z)));
  const height = aboveOf(plane, points, d);
  if (Math.abs(height) <= least) return null;
  // The fourth stands behind the first three.
  return height > 0 ? [a, c, b, d] : [a, b, c, d];
}

function extreme(points: Points, value: (x: number, y: number, z: number) => number): number {
  let best = 0;
  let most = -Infinity;
  for (let i = 0; i < points.length / 3; i++) {
    const each = value(at(points, i, 0), at(points, i, 1), at(points, i, 2));
    if (each > most) [best, most] = [i, each];
  }
  return best;
}

function faceOf(points: Points, a: number, b: number, c: number): Face {
  const normal = cross(minus(points, b, a), minus(points, c, a));
  const length = Math.hypot(...normal) || 1;
  const [nx, ny, nz] = [normal[0] / length, normal[1] / length, normal[2] / length];
  const d = nx * at(points, a, 0) + ny * at(points, a, 1) + nz * at(points, a, 2);
  return { a, b, c, nx, ny, nz, d, outside: [], far: -1, distance: 0 };
}

/** Gives a point to the first face that it sees from outside; one that sees none is inside. */
function assign(points: Points, index: number, faces: Iterable<Face>, tolerance: number): void {
  for (const face of faces) {
    const distance = aboveOf(face, points, index);
    if (distance <= tolerance) continue;
    face.outside.push(index);
    if (distance > face.distance) [face.far, face.distance] = [index, distance];
    return;
  }
}

function farthest(faces: Iterable<Face>): Face | null {
  let found: Face | null = null;
  for (const face of faces) {
    if (face.far !== -1 && face.distance > (found?.distance ?? 0)) found = face;
  }
  return found;
}

/** Takes the faces that a point sees, or lies in, away, and joins the point to the edge of the hole. */
function add(points: Points, index: number, faces: Set<Face>, tolerance: number): void {
  const edges = new Map<string, readonly [number, number]>();
  const orphans: number[] = [];
  for (const face of faces) {
    // One that it lies in goes as well: with an edge of that it would make a face without a side.
    if (aboveOf(face, points, index) < -tolerance) continue;
    faces.delete(face);
    // Too many to be handed over at once.
    for (const each of face.outside) orphans.push(each);
    for (const [i, j] of [
      [face.a, face.b],
      [face.b, face.c],
      [face.c, face.a],
    ] as const) {
      // An edge that two of them share is inside the hole.
      if (!edges.delete(`${j} ${i}`)) edges.set(`${i} ${j}`, [i, j]);
    }
  }
  const made = Array.from(edges.values(), ([i, j]) => faceOf(points, i, j, index));
  for (const each of orphans) if (each !== index) assign(points, each, made, tolerance);
  for (const face of made) faces.add(face);
}

/** As vertices and indices of its own; larger about its middle by what still looks out. */
function grown(points: Points, faces: ReadonlySet<Face>, tolerance: number): ConvexHull {
  const numbers = new Map<number, number>();
  const indices: number[] = [];
  for (const { a, b, c } of faces) {
    for (const each of [a, b, c]) {
      if (!numbers.has(each)) numbers.set(each, numbers.size);
      indices.push(numbers.get(each) ?? 0);
    }
  }
  const middle = [0, 1, 2].map((axis) => {
    let sum = 0;
    for (const each of numbers.keys()) sum += at(points, each, axis);
    return sum / numbers.size;
  });
  const [mx = 0, my = 0, mz = 0] = middle;
  // A point that is noted at one face may look out of others by more.
  const left = [...faces].flatMap(({ outside }) => outside);
  let factor = 1;
  for (const face of faces) {
    const inside = -above(face, mx, my, mz);
    if (inside <= 0) continue;
    let most = tolerance;
    for (const each of left) most = Math.max(most, aboveOf(face, points, each));
    factor = Math.max(factor, 1 + (most - tolerance) / inside);
  }
  const vertices = Array.from(numbers.keys(), (each) =>
    [0, 1, 2].map(
      (axis) => (middle[axis] ?? 0) + (at(points, each, axis) - (middle[axis] ?? 0)) * factor,
    ),
  ).flat();
  return { vertices, indices };
}

const at = (points: Points, index: number, axis: number): number => points[index * 3 + axis] ?? 0;

const above = ({ nx, ny, nz, d }: Face, x: number, y: number, z: number): number =>
  nx * x + ny * y + nz * z - d;

const aboveOf = (face: Face, points: Points, index: number): number =>
  above(face, at(points, index, 0), at(points, index, 1), at(points, index, 2));

function minus(points: Points, i: number, j: number): [number, number, number] {
  return [
    at(points, i, 0) - at(points, j, 0),
    at(points, i, 1) - at(points, j, 1),
    at(points, i, 2) - at(points, j, 2),
  ];
}

function distanceTo(points: Points, i: number, x: number, y: number, z: number): number {
  return Math.hypot(x - at(points, i, 0), y - at(points, i, 1), z - at(points, i, 2));
}

function cross(
  [ax, ay, az]: readonly [number, number, number],
  [bx, by, bz]: readonly [number, number, number],
): [number, number, number] {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}
