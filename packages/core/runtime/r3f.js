import { applyProps, useThree } from '@react-three/fiber';
import { createElement, useEffect, useLayoutEffect, useMemo, useReducer } from 'react';
import { InstancedMesh, Matrix4, Object3D } from 'three';

/** Its place in the scene is that of the model it belongs to. */
const stay = () => () => undefined;

/** What an import with `?r3f` gives: one model as a component of React Three Fiber. */
export function component(made, name) {
  const loads = new WeakMap();

  function start(renderer) {
    let load = loads.get(renderer);
    if (load === undefined) {
      load = { value: null, error: null };
      load.promise = made.load({ renderer }).then(
        (value) => (load.value = value),
        (error) => (load.error = error),
      );
      loads.set(renderer, load);
    }
    return load;
  }

  /** A copy of the model for each component; suspends until the files are there. */
  function useModel() {
    const renderer = useThree((state) => state.gl);
    const load = start(renderer);
    if (load.error !== null) {
      loads.delete(renderer);
      throw load.error;
    }
    if (load.value === null) throw load.promise;
    const [renewed, renew] = useReducer((count) => count + 1, 0);
    useEffect(() => made.onRenew(renew), []);
    const copy = useMemo(() => load.value.clone(), [load.value]);
    return { copy, renewed };
  }

  function Model({ nodes = {}, materials = {}, children, ...props }) {
    const { copy, renewed } = useModel();
    const own = useMemo(
      () => ownMaterials(copy.parts, Object.keys(materials)),
      [copy, renewed, Object.keys(materials).join('\n')],
    );
    useLayoutEffect(() => {
      for (const [each, given] of Object.entries(materials)) {
        for (const material of own.get(each) ?? []) applyProps(material, given);
      }
    });
    const changed = Object.entries(nodes).flatMap(([each, given]) =>
      copy.parts.flatMap((part, level) => {
        const object = part.nodes[each];
        if (object === undefined) return [];
        const key = `${renewed} ${level} ${each}`;
        return [createElement('primitive', { ...given, key, object, attach: stay, dispose: null })];
      }),
    );
    return createElement(
      'primitive',
      { ...props, object: copy.scene, dispose: null },
      ...changed,
      children,
    );
  }

  /** The model many times, each mesh of it in one draw call. */
  function Instances({ at, children, ...props }) {
    const { copy, renewed } = useModel();
    const meshes = useMemo(() => instanced(copy.parts[0].scene, at), [copy, renewed, at]);
    useEffect(() => () => meshes.forEach((mesh) => mesh.dispose()), [meshes]);
    return createElement(
      'group',
      props,
      ...meshes.map((object) =>
        createElement('primitive', { key: object.uuid, object, dispose: null }),
      ),
      children,
    );
  }

  Model.displayName = name;
  Instances.displayName = `${name}.Instances`;
  Model.Instances = Instances;
  /** Loads the files before a component asks for them. Textures in KTX2 need the renderer. */
  Model.preload = (options) => made.preload(options);
  return Model;
}

/** Materials are shared by all copies: who changes one has it alone. */
function ownMaterials(parts, names) {
  const own = new Map(names.map((name) => [name, []]));
  for (const { scene } of parts) {
    const copies = new Map();
    const mine = (material) => {
      if (!own.has(material.name)) return material;
      if (!copies.has(material)) copies.set(material, material.clone());
      const copy = copies.get(material);
      if (!own.get(material.name).includes(copy)) own.get(material.name).push(copy);
      return copy;
    };
    scene.traverse((object) => {
      const { material } = object;
      if (material) object.material = Array.isArray(material) ? material.map(mine) : mine(material);
    });
  }
  return own;
}

function instanced(scene, at) {
  scene.updateMatrixWorld(true);
  const base = new Matrix4().copy(scene.matrixWorld).invert();
  const places = at.map(placeOf);
  const meshes = [];
  scene.traverse((object) => {
    if (!object.isMesh) return;
    const mesh = new InstancedMesh(object.geometry, object.material, places.length);
    const local = new Matrix4().multiplyMatrices(base, object.matrixWorld);
    places.forEach((place, index) => {
      mesh.setMatrixAt(index, new Matrix4().multiplyMatrices(place, local));
    });
    mesh.name = object.name;
    mesh.computeBoundingSphere();
    meshes.push(mesh);
  });
  return meshes;
}

/** `[x, y, z]`, or what an object takes: `{ position, rotation, scale }`. */
function placeOf(place) {
  const {
    position = [0, 0, 0],
    rotation = [0, 0, 0],
    scale = 1,
  } = Array.isArray(place) ? { position: place } : place;
  const object = new Object3D();
  object.position.set(...position);
  object.rotation.set(...rotation);
  object.scale.set(...(typeof scale === 'number' ? [scale, scale, scale] : scale));
  object.updateMatrix();
  return object.matrix;
}
