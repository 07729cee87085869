import type { Document, Node } from '@gltf-transform/core';
import type { OutputMeta } from '../../lock/lock.ts';
import type { Direction } from '../../manifest/manifest.ts';
import { mainScene } from './model-bounds.ts';

type Vector = readonly [number, number, number];

/** Of a vector's length, what its longest axis has to be: a figure that bends says nothing. */
const CLEAR = 0.8;

const PARTS =
  /^(?:hand|foot|toe|toes|toebase|arm|upperarm|upper|forearm|leg|upleg|thigh|shin|calf|shoulder|clavicle|ankle|wrist|elbow|knee)$/;
const [LEFT, RIGHT] = [/^(?:left|l)$/, /^(?:right|r)$/];

/**
 * How a figure stands, as the names of its bones say at rest: what is its top, and where it looks. Told only where it is
 * sure, and is not what glTF wants (+y is up, and what one looks at faces +z: glTF 2.0, section 3.4).
 */
export function readStance(document: Document): OutputMeta['turned'] {
  const bones = bonesOf(document);
  if (bones.length === 0) return undefined;
  const named = (...words: readonly string[]) =>
    bones.filter(({ tokens }) => tokens.some((token) => words.includes(token)));
  const head = middle(named('head'));
  const low = middle(named('foot', 'toe', 'ankle', 'toebase')) ?? middle(named('hips', 'pelvis'));
  const side = across(bones);
  if (head === null || low === null) return undefined;
  const upwards = minus(head, low);
  const up = directionOf(upwards);
  // Its left is +x where it looks along +z.
  const front = up === null || side === null ? null : directionOf(cross(side, vectorOf(up)));
  const turned = {
    ...(up === null || up === '+y' ? {} : { up }),
    ...(front === null || front === '+z' ? {} : { front }),
  };
  return Object.keys(turned).length === 0 ? undefined : turned;
}

interface Bone {
  readonly tokens: readonly string[];
  readonly place: Vector;
}

function bonesOf(document: Document): readonly Bone[] {
  const joints = new Set(
    document
      .getRoot()
      .listSkins()
      .flatMap((skin) => skin.listJoints()),
  );
  const bones: Bone[] = [];
  mainScene(document)?.traverse((node: Node) => {
    if (!joints.has(node)) return;
    bones.push({ tokens: tokensOf(node.getName()), place: node.getWorldTranslation() });
  });
  return bones;
}

/** `mixamorig:LeftHand`, `hand.L`, `Bip01 L Hand` and `hand_l_01` have a hand and a side. */
function tokensOf(name: string): readonly string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((token) => token !== '');
}

/** From the right side to the left. */
function across(bones: readonly Bone[]): Vector | null {
  const limbs = bones.filter(({ tokens }) => tokens.some((token) => PARTS.test(token)));
  const [left, right] = [LEFT, RIGHT].map((side) =>
    middle(limbs.filter(({ tokens }) => tokens.some((token) => side.test(token)))),
  );
  return left && right ? minus(left, right) : null;
}

function middle(bones: readonly Bone[]): Vector | null {
  if (bones.length === 0) return null;
  const sum = [0, 1, 2].map((axis) =>
    bones.reduce((all, { place }) => all + (place[axis] ?? 0), 0),
  );
  const [x = 0, y = 0, z = 0] = sum.map((value) => value / bones.length);
  return [x, y, z];
}

function directionOf(vector: Vector): Direction | null {
  const length = Math.hypot(...vector);
  const at = vector.findIndex((value) => length > 0 && Math.abs(value) / length >= CLEAR);
  const axis = (['x', 'y', 'z'] as const)[at];
  return axis === undefined ? null : `${(vector[at] ?? 0) < 0 ? '-' : '+'}${axis}`;
}

function vectorOf(direction: Direction): Vector {
  const along = (axis: string): number =>
    direction.endsWith(axis) ? (direction.startsWith('-') ? -1 : 1) : 0;
  return [along('x'), along('y'), along('z')];
}

function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function cross([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}
