import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  Color,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  Object3D,
  SphereGeometry,
  Vector3,
  WireframeGeometry,
} from 'three';
import { boxOf } from './box-of.ts';

/** A collider as `"format": "json"` has it. */
type Collider =
  | { readonly shape: 'box'; readonly center: number[]; readonly halfExtents: number[] }
  | { readonly shape: 'sphere'; readonly center: number[]; readonly radius: number }
  | {
      readonly shape: 'capsule';
      readonly center: number[];
      readonly halfHeight: number;
      readonly radius: number;
      readonly rotation: number[];
    }
  | {
      readonly shape: 'hulls';
      readonly hulls: readonly { readonly vertices: number[]; readonly indices: number[] }[];
    };

/** Seen before a light tile and a dark one. */
const COLOURS = { bounds: 0x6f76d9, collider: 0xd9641e } as const;
/** Faces that meet at less belong to one side. Unit: degrees. */
const FLAT = 4;
const [AROUND, ROUNDS] = [24, 12];

/**
 * The box around a model, and its collider where it has one, as lines that nothing hides.
 * @param collider as JSON has it, or a scene of meshes
 */
export function createOverlay(model: Object3D, collider: unknown): Group {
  const group = new Group();
  const box = boxOf(model);
  const size = box.getSize(new Vector3());
  const bounds = lines(new EdgesGeometry(new BoxGeometry(size.x, size.y, size.z)), 'bounds');
  bounds.position.copy(box.getCenter(new Vector3()));
  group.add(bounds);
  if (collider instanceof Object3D) for (const each of edgesOf(collider)) group.add(each);
  else if (isCollider(collider)) for (const each of shapesOf(collider)) group.add(each);
  return group;
}

export function disposeOverlay(group: Group): void {
  for (const each of group.children) {
    if (!(each instanceof LineSegments)) continue;
    each.geometry.dispose();
    (each.material as LineBasicMaterial).dispose();
  }
}

function isCollider(value: unknown): value is Collider {
  const { shape } = (value ?? {}) as { shape?: unknown };
  return ['box', 'sphere', 'capsule', 'hulls'].includes(String(shape));
}

function edgesOf(scene: Object3D): readonly LineSegments[] {
  const found: LineSegments[] = [];
  scene.updateMatrixWorld(true);
  scene.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    const edges = new EdgesGeometry(part.geometry, FLAT).applyMatrix4(part.matrixWorld);
    found.push(lines(edges, 'collider'));
    part.geometry.dispose();
  });
  return found;
}

function shapesOf(collider: Collider): readonly LineSegments[] {
  if (collider.shape === 'hulls') {
    return collider.hulls.map(({ vertices, indices }) => {
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new BufferAttribute(new Float32Array(vertices), 3));
      geometry.setIndex(indices);
      return lines(new EdgesGeometry(geometry, FLAT), 'collider');
    });
  }
  const shape = lines(outline(collider), 'collider');
  const [x = 0, y = 0, z = 0] = collider.center;
  shape.position.set(x, y, z);
  if (collider.shape === 'capsule') {
    const [qx = 0, qy = 0, qz = 0, w = 1] = collider.rotation;
    shape.quaternion.set(qx, qy, qz, w);
  }
  return [shape];
}

function outline(collider: Exclude<Collider, { shape: 'hulls' }>): BufferGeometry {
  switch (collider.shape) {
    case 'box': {
      const [x = 0, y = 0, z = 0] = collider.halfExtents;
      return new EdgesGeometry(new BoxGeometry(2 * x, 2 * y, 2 * z));
    }
    case 'sphere':
      return new WireframeGeometry(new SphereGeometry(collider.radius, AROUND, ROUNDS));
    case 'capsule': {
      const { radius, halfHeight } = collider;
      return new WireframeGeometry(new CapsuleGeometry(radius, 2 * halfHeight, 6, AROUND));
    }
  }
}

function lines(geometry: BufferGeometry, what: keyof typeof COLOURS): LineSegments {
  const color = new Color(COLOURS[what]);
  const material = new LineBasicMaterial({ color, depthTest: false, toneMapped: false });
  const shape = new LineSegments(geometry, material);
  shape.name = what;
  shape.renderOrder = 1;
  return shape;
}
