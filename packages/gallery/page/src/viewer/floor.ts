import {
  CapsuleGeometry,
  Color,
  CylinderGeometry,
  GridHelper,
  Group,
  Mesh,
  MeshStandardMaterial,
  SphereGeometry,
  Vector3,
} from 'three';
import type { Box3, BufferGeometry } from 'three';

/** Unit: metres. */
const FIGURE_HEIGHT = 1.8;
const FIGURE_HALF_WIDTH = 0.26;

/**
 * A grid below a model. Its squares are the power of ten (in metres) of which some fit below the model.
 * @returns the grid, with the side of a square in its `name`: `0.1 m`
 */
export function createGrid(box: Box3): GridHelper {
  const size = box.getSize(new Vector3());
  const square = squareOf(Math.max(size.x, size.z));
  const count = Math.min(60, Math.max(10, 2 * Math.ceil(Math.max(size.x, size.z) / square)));
  const grid = new GridHelper(square * count, count, new Color(0x6f76d9), new Color(0x8a8a92));
  const middle = box.getCenter(new Vector3());
  // On whole squares of the world, so that the origin is where lines cross.
  grid.position.set(
    Math.round(middle.x / square) * square,
    box.min.y,
    Math.round(middle.z / square) * square,
  );
  grid.material.transparent = true;
  grid.material.opacity = 0.6;
  grid.material.depthWrite = false;
  grid.name = `${square} m`;
  return grid;
}

/** 1.7 → 0.1; 25 → 1. Unit: metres. */
function squareOf(length: number): number {
  const exponent = Math.floor(Math.log10(Math.max(length, 1e-6) / 3));
  return Number((10 ** exponent).toPrecision(1));
}

/** A person of 1.8 m, who stands to the left of a model: there nobody stands before the other. */
export function createFigure(box: Box3): Group {
  const material = new MeshStandardMaterial({ color: 0x4a5160, roughness: 1 });
  const figure = new Group();
  const add = (geometry: BufferGeometry, x: number, y: number, lean = 0): void => {
    const part = new Mesh(geometry, material);
    part.position.set(x, y, 0);
    part.rotation.z = lean;
    figure.add(part);
  };
  add(new SphereGeometry(0.115, 24, 16), 0, FIGURE_HEIGHT - 0.115);
  add(new CapsuleGeometry(0.05, 0.1, 6, 16), 0, 1.55);
  add(new CylinderGeometry(0.17, 0.13, 0.5, 24), 0, 1.25);
  add(new SphereGeometry(0.17, 24, 12).scale(1, 0.35, 1), 0, 1.5);
  add(new CapsuleGeometry(0.135, 0.06, 8, 20), 0, 0.95);
  for (const side of [-1, 1]) {
    add(new CapsuleGeometry(0.07, 0.78, 6, 16), side * 0.075, 0.46);
    add(new CapsuleGeometry(0.045, 0.56, 6, 16), side * 0.215, 1.17, side * 0.08);
  }
  const middle = box.getCenter(new Vector3());
  const gap = Math.max(0.08, (box.max.x - box.min.x) * 0.08);
  figure.position.set(box.min.x - gap - FIGURE_HALF_WIDTH, box.min.y, middle.z);
  return figure;
}
