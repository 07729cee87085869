import { Float32BufferAttribute, InstancedMesh, Matrix4, Object3D, Vector3 } from 'three';

/** What a copy of a material was made of. */
const shared = new WeakMap();
/** The copies of materials that a model has, by their names. */
const owned = new WeakMap();

/** What a change of makes other copies: what was set on one stays on it. */
export const namesOf = (given) =>
  JSON.stringify(Object.entries(given).map(([name, props]) => [name, Object.keys(props ?? {})]));

/**
 * Materials are shared by all copies of a model: who changes one has it alone, and gives it back. By the names that are
 * given. Gives the same copies for the same names.
 */
export function ownMaterials(parts, given) {
  const before = owned.get(parts);
  const own = new Map();
  for (const name in given) {
    const key = namesOf({ [name]: given[name] });
    const known = before?.get(name);
    own.set(name, known?.key === key ? known : { key, copies: new Map() });
  }
  owned.set(parts, own);
  const mine = (material) => {
    const from = shared.get(material) ?? material;
    const copies = own.get(from.name)?.copies;
    if (copies === undefined) return from;
    if (!copies.has(from)) {
      copies.set(from, from.clone());
      shared.set(copies.get(from), from);
    }
    return copies.get(from);
  };
  for (const { scene } of parts) {
    scene.traverse((object) => {
      const { material } = object;
      if (material) object.material = Array.isArray(material) ? material.map(mine) : mine(material);
    });
  }
  return [...own].map(([name, { copies }]) => [name, [...copies.values()]]);
}

/** The model many times, each mesh of it in one draw call. */
export function instanced(scene, at) {
  scene.updateMatrixWorld(true);
  const base = scene.matrixWorld.clone().invert();
  const places = at.map(placeOf);
  const meshes = [];
  scene.traverse((object) => {
    if (!object.isMesh) return;
    const local = base.clone().multiply(object.matrixWorld);
    const locals = object.isInstancedMesh ? instancesOf(object, local) : [local];
    const geometry = atRest(object);
    const count = places.length * locals.length;
    const mesh = new InstancedMesh(geometry, object.material, count);
    if (geometry !== object.geometry) mesh.addEventListener('dispose', () => geometry.dispose());
    places.forEach((place, index) => {
      locals.forEach((each, which) => {
        mesh.setMatrixAt(index * locals.length + which, place.clone().multiply(each));
      });
    });
    mesh.computeBoundingSphere();
    meshes.push(mesh);
  });
  return meshes;
}

function instancesOf(object, local) {
  return Array.from({ length: object.count }, (_, index) => {
    const matrix = new Matrix4();
    object.getMatrixAt(index, matrix);
    return matrix.premultiply(local);
  });
}

/** Instances have neither bones nor morph targets: they get the surface as it stands. */
function atRest(mesh) {
  const { geometry } = mesh;
  if (!mesh.isSkinnedMesh && !mesh.morphTargetInfluences) return geometry;
  const { position, normal } = geometry.attributes;
  const still = geometry.clone();
  Object.assign(still, { morphAttributes: {}, boundingBox: null, boundingSphere: null });
  for (const each of ['skinIndex', 'skinWeight', 'tangent']) still.deleteAttribute(each);
  const [from, to] = [new Vector3(), new Vector3()];
  const bend = (index, point) =>
    mesh.isSkinnedMesh ? mesh.applyBoneTransform(index, point) : point;
  const fill = (name, write) => {
    const values = new Float32BufferAttribute(position.count * 3, 3);
    for (let index = 0; index < position.count; index++) values.setXYZ(index, ...write(index));
    still.setAttribute(name, values);
  };
  fill('position', (index) => mesh.getVertexPosition(index, to));
  if (!normal) return still;
  fill('normal', (index) => {
    from.fromBufferAttribute(position, index);
    to.fromBufferAttribute(normal, index).add(from);
    return bend(index, to).sub(bend(index, from)).normalize();
  });
  return still;
}

/** `[x, y, z]`, or what an object takes: `{ position, rotation, scale }`. */
function placeOf(place) {
  const zero = [0, 0, 0];
  const {
    position = zero,
    rotation = zero,
    scale = 1,
  } = Array.isArray(place) ? { position: place } : place;
  const object = new Object3D();
  object.position.set(...position);
  object.rotation.set(...rotation);
  object.scale.set(...[scale, scale, scale].flat());
  object.updateMatrix();
  return object.matrix;
}
