import { T, useThrelte } from '@threlte/core';
import { getAllContexts, mount, onDestroy, unmount } from 'svelte';
import { toStore } from 'svelte/store';
import { Group } from 'three';
import { instanced, namesOf, ownMaterials } from './three-parts.js';

/** What an import with `?threlte` gives: one model as a component of Threlte. */
export function component(made) {
  /**
   * A component with a copy of the model of its own, which comes when its files are there.
   * @param watched what `show` depends on
   * @param show fills the group, and gives what empties it again
   */
  const shown = (watched, show) => (place, props) => {
    const { renderer, invalidate } = useThrelte();
    const context = getAllContexts();
    const root = new Group();
    const stop = new AbortController();
    const { signal } = stop;
    let copy;
    let clear;
    /** What is in a model is one `<T>` each, for its props and its events. */
    const part = (object, read) =>
      mount(T, {
        target: document.createElement('i'),
        context,
        props: reading(read, object, false),
      });
    const update = () => {
      if (!copy) return;
      clear?.();
      clear = show(copy, root, props, part);
      invalidate();
    };
    made.load({ renderer, signal }).then(
      (loaded) => {
        copy = loaded;
        return signal.aborted ? copy.dispose() : update();
      },
      (error) => signal.aborted || reportError(error),
    );
    onDestroy(toStore(() => watched(props)).subscribe(update));
    onDestroy(() => {
      stop.abort();
      clear?.();
      copy?.dispose();
    });
    // <dev>
    onDestroy(made.onRenew(update));
    // </dev>
    return T(
      place,
      reading(() => props, root),
    );
  };

  const Model = shown(
    ({ nodes = {}, materials = {} }) => Object.keys(nodes) + namesOf(materials),
    (copy, root, props, part) => {
      root.add(copy.scene);
      const { nodes = {}, materials = {} } = props;
      const parts = [];
      const add = (object, read) => object && parts.push(part(object, read));
      for (const each in nodes) {
        for (const level of copy.parts) add(level.nodes[each], () => props.nodes?.[each]);
      }
      for (const [each, own] of ownMaterials(copy.parts, materials)) {
        for (const material of own) add(material, () => props.materials?.[each]);
      }
      return () => parts.forEach((each) => void unmount(each));
    },
  );

  Model.Instances = shown(
    ({ at }) => at,
    (copy, root, { at }) => {
      const meshes = instanced(copy.parts[0].scene, at);
      root.add(...meshes);
      return () => {
        root.remove(...meshes);
        meshes.forEach((mesh) => mesh.dispose());
      };
    },
  );
  /** Loads the files before a component asks for them. Textures in KTX2 need the renderer. */
  Model.preload = made.preload;
  return Model;
}

/** Props that are read anew each time: what they come from is known to Svelte. */
function reading(read, is, attach) {
  const given = { is, attach, dispose: false };
  for (const key in read()) {
    // Only what is bound may be set.
    const { set } = Object.getOwnPropertyDescriptor(read(), key);
    if (key in given) continue;
    Object.defineProperty(given, key, {
      enumerable: true,
      get: () => read()?.[key],
      set: set && ((value) => set.call(read(), value)),
    });
  }
  return given;
}
