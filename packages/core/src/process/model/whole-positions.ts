import type { Document, Mesh, Node, TypedArray } from '@gltf-transform/core';

/** Bits of a position that is quantised: 13 and a sign. @see QUANTIZE_DEFAULTS of glTF-Transform */
const BITS = 13;
/** glTF-Transform fills the 15 bits of a number with the highest of these 13 once more. */
const SPARE = 15 - BITS;
const MOST = 2 ** BITS - 1;

/**
 * Makes quantised positions whole numbers of 14 bits, which the node scales, instead of shares of 1 that fill 16: the
 * same places, whose bytes the codec packs by a tenth closer. It is done to all meshes or to none, as some share positions.
 */
export function wholePositions(document: Document): void {
  const root = document.getRoot();
  const meshes = root.listMeshes();
  const nodes = root.listNodes().filter((node) => node.getMesh() !== null);
  if (!meshes.every(isShort) || !nodes.every(isBare)) return;
  const positions = new Set(
    meshes.flatMap((mesh) => mesh.listPrimitives().map((each) => each.getAttribute('POSITION'))),
  );
  for (const accessor of positions) {
    const array = accessor?.getArray();
    if (array) accessor?.setArray(wholeOf(array)).setNormalized(false);
  }
  for (const node of nodes) {
    const [x, y, z] = node.getScale();
    node.setScale([x / MOST, y / MOST, z / MOST]);
  }
}

function wholeOf(values: TypedArray): Int16Array<ArrayBuffer> {
  const whole = new Int16Array(values.length);
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    whole[at] = value < 0 ? -(-value >> SPARE) : value >> SPARE;
  }
  return whole;
}

/** Whether a mesh has quantised positions, and nothing else that is measured by them. */
function isShort(mesh: Mesh): boolean {
  return mesh.listPrimitives().every((primitive) => {
    const position = primitive.getAttribute('POSITION');
    const volume = primitive.getMaterial()?.getExtension('KHR_materials_volume') ?? null;
    const isAlone = volume === null && primitive.listTargets().length === 0;
    return isAlone && position?.getArray() instanceof Int16Array && position.getNormalized();
  });
}

/** Whether a node shows nothing but its mesh, which it scales by itself: bones and instances do that by theirs. */
function isBare(node: Node): boolean {
  const isMoved = node.listParents().some((parent) => parent.propertyType === 'AnimationChannel');
  const others = node.listChildren().length + node.listExtensions().length;
  return !isMoved && others === 0 && node.getSkin() === null && node.getCamera() === null;
}
