import { useThree } from '@react-three/fiber';
import { createElement, forwardRef, useEffect, useLayoutEffect, useMemo, useReducer } from 'react';
import { instanced, namesOf, ownMaterials } from './three-parts.js';

/** Of a part of a model, whose place in the scene is that of the model. */
const stay = () => () => undefined;
const part = (given) => (object) =>
  createElement('primitive', { ...given, key: object.uuid, object, attach: stay });

/** How long an error stays: React renders again at once what threw, and what threw no more would never be told. */
const TOLD_MS = 1000;

/** What an import with `?r3f` gives: one model as a component of React Three Fiber. */
export function component(made, name) {
  /** By the renderer, or by `made` where it was loaded without. */
  const loads = new WeakMap();

  /** A copy of the model for each component; suspends until the files are there. */
  function useModel() {
    const renderer = useThree((state) => state.gl);
    let load = loads.get(renderer) ?? loads.get(made);
    if (load === undefined || performance.now() > load.until) {
      const fresh = {};
      fresh.promise = made.load({ renderer }).then(
        (value) => (fresh.value = value),
        (error) => (fresh.error = error),
      );
      loads.set(renderer, (load = fresh));
    }
    if (load.error) {
      load.until ??= performance.now() + TOLD_MS;
      throw load.error;
    }
    if (!load.value) throw load.promise;
    const [renewed, renew] = useReducer((count) => count + 1, 0);
    // <dev>
    useEffect(() => made.onRenew(renew), []);
    // </dev>
    const copy = useMemo(() => {
      const made = load.value.clone();
      // React may drop what it never shows.
      made.release();
      return made;
    }, [load.value]);
    useLayoutEffect(() => {
      copy.hold();
      return copy.release;
    }, [copy]);
    return { copy, renewed };
  }

  const Model = forwardRef(function Model({ nodes = {}, materials = {}, children, ...props }, ref) {
    const { copy, renewed } = useModel();
    const own = useMemo(
      () => ownMaterials(copy.parts, materials),
      [copy, renewed, namesOf(materials)],
    );
    const nodesOf = (each) => copy.parts.flatMap((part) => part.nodes[each] ?? []);
    const changed = [
      ...Object.keys(nodes).flatMap((each) => nodesOf(each).map(part(nodes[each]))),
      ...own.flatMap(([each, list]) => list.map(part(materials[each]))),
    ];
    return createElement('primitive', { ...props, ref, object: copy.scene }, ...changed, children);
  });

  /** The model many times, each mesh of it in one draw call. */
  const Instances = forwardRef(function Instances({ at, children, ...props }, ref) {
    const { copy, renewed } = useModel();
    const meshes = useMemo(() => instanced(copy.parts[0].scene, at), [copy, renewed, at]);
    useEffect(() => () => meshes.forEach((mesh) => mesh.dispose()), [meshes]);
    return createElement(
      'group',
      { ...props, ref },
      ...meshes.map((object) => createElement('primitive', { key: object.uuid, object })),
      children,
    );
  });

  Model.displayName = name;
  Model.Instances = Instances;
  /**
   * Loads the files before a component asks for them: it does not suspend, and so does not wait for React, which shows
   * nothing sooner than 300 ms after the fallback. Textures in KTX2 need the renderer.
   */
  Model.preload = async (options) => {
    const value = await made.load(options);
    loads.set(options?.renderer ?? made, { value });
  };
  return Model;
}
