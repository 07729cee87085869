import { useTres } from '@tresjs/core';
import { Group } from 'three';
import { defineComponent, h, onUnmounted, shallowRef } from 'vue';
import { instanced, namesOf, ownMaterials } from './three-parts.js';

/** Of a part of a model, whose place in the scene is that of the model. */
const stay = () => () => undefined;
const part = (given) => (object) =>
  h('primitive', { ...given, key: object.uuid, object, attach: stay });

/** What an import with `?tres` gives: one model as a component of TresJS. */
export function component(made, name) {
  /**
   * A component with a copy of the model of its own, which comes when its files are there.
   * @param start gives what draws: the object to show, and its children
   */
  const shown = (props, start) =>
    defineComponent({
      name,
      inheritAttrs: false,
      props,
      setup(given, { attrs, slots }) {
        const { renderer } = useTres();
        const state = shallowRef({ renewed: 0 });
        const stop = new AbortController();
        const { signal } = stop;
        const set = (more) => (state.value = { ...state.value, ...more });
        made.load({ renderer, signal }).then(
          (copy) => (signal.aborted ? copy.dispose() : set({ copy })),
          (error) => set({ error }),
        );
        // <dev>
        onUnmounted(made.onRenew(() => set({ renewed: state.value.renewed + 1 })));
        // </dev>
        onUnmounted(() => {
          stop.abort();
          state.value.copy?.dispose();
        });
        const draw = start(given);
        return () => {
          const { copy, renewed, error } = state.value;
          if (error) throw error;
          const [object, children] = copy ? draw(copy, renewed) : [];
          return object && h('primitive', { ...attrs, object }, [children, slots.default?.()]);
        };
      },
    });

  const Model = shown(['nodes', 'materials'], (given) => {
    let last;
    let own;
    return (copy, renewed) => {
      const { nodes = {}, materials = {} } = given;
      const key = `${renewed} ${namesOf(materials)}`;
      if (last !== key) own = ownMaterials(copy.parts, materials);
      last = key;
      const nodesOf = (each) => copy.parts.flatMap((level) => level.nodes[each] ?? []);
      return [
        copy.scene,
        [
          ...Object.keys(nodes).flatMap((each) => nodesOf(each).map(part(nodes[each]))),
          ...own.flatMap(([each, list]) => list.map(part(materials[each]))),
        ],
      ];
    };
  });

  Model.Instances = shown(['at'], (given) => {
    const group = new Group();
    let last;
    const clear = () => {
      for (const mesh of group.children) mesh.dispose();
      group.clear();
    };
    onUnmounted(clear);
    return (copy, renewed) => {
      const { at } = given;
      if (last?.at !== at || last.renewed !== renewed) {
        clear();
        group.add(...instanced(copy.parts[0].scene, at));
      }
      last = { at, renewed };
      return [group];
    };
  });
  /** Loads the files before a component asks for them. Textures in KTX2 need the renderer. */
  Model.preload = made.preload;
  return Model;
}
