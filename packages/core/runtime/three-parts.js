import { InstancedMesh, Object3D } from 'three';

/** Materials are shared by all copies: who changes one has it alone. By the names that are given. */
export function ownMaterials(parts, names) {
  const own = new Map(names.map((name) => [name, []]));
  const copies = new Map();
  const mine = (material) => {
    if (own.has(material.name) && !copies.has(material)) {
      const copy = material.clone();
      copies.set(material, copy);
      own.get(material.name).push(copy);
    }
    return copies.get(material) ?? material;
  };
  for (const { scene } of parts) {
    scene.traverse((object) => {
      const { material } = object;
      if (material) object.material = Array.isArray(material) ? material.map(mine) : mine(material);
    });
  }
  return own;
}

/** The model many times, each mesh of it in one draw call. */
export function instanced(scene, at) {
  scene.updateMatrixWorld(true);
  const base = scene.matrixWorld.clone().invert();
  const places = at.map(placeOf);
  const meshes = [];
  scene.traverse((object) => {
    if (!object.isMesh) return;
    const mesh = new InstancedMesh(object.geometry, object.material, places.length);
    const local = base.clone().multiply(object.matrixWorld);
    places.forEach((place, index) => mesh.setMatrixAt(index, place.clone().multiply(local)));
    mesh.computeBoundingSphere();
    meshes.push(mesh);
  });
  return meshes;
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
