import { LoadAssetContainerAsync } from '@babylonjs/core/Loading/sceneLoader.js';
import { TransformNode } from '@babylonjs/core/Meshes/transformNode.js';
import { createModel, levelAt, reaches, rootName } from './load.js';

/** What an import with `?babylon` exports. */
export const model = (spec, before) => createModel(spec, engine, before);

let loader;

/** It registers itself when it is imported: who loads no model does without. */
async function register() {
  const [{ registerBuiltInGLTFExtensions }] = await Promise.all([
    import('@babylonjs/loaders/glTF/2.0/Extensions/dynamic.js'),
    import('@babylonjs/loaders/glTF/2.0/glTFLoader.js'),
  ]);
  registerBuiltInGLTFExtensions();
}

const engine = {
  keyOf({ scene }, { name }) {
    if (scene !== undefined) return scene;
    throw new Error(`${name}: expected load({ scene })`);
  },

  async open(files, { scene }, { name, use }) {
    await Promise.all([(loader ??= register()), ...use.map((each) => each())]);
    return Promise.all(
      files.map((bytes) =>
        LoadAssetContainerAsync(new Uint8Array(bytes), scene, { pluginExtension: '.glb', name }),
      ),
    );
  },

  root: (name, { scene }) => new TransformNode(name, scene),

  put(made, root, levels, spec, options) {
    const parts = levels.map((level) => copyLevel(level, root, spec));
    const { nodes, animations, groups } = parts[0];
    const materials = Object.fromEntries(levels[0].materials.map((each) => [each.name, each]));
    const lod = parts.length === 1 ? null : chooser(root, parts, reaches(spec, options));
    Object.assign(made, { root, nodes, materials, animations, lod });
    made.stop = () => {
      lod?.stop();
      parts.forEach((part) => part.dispose());
    };
    // As the file has it, nothing moves until somebody says so.
    groups.forEach((group) => group.stop());
  },

  clear: (_root, made) => made.stop(),
  remove(root, made) {
    made.stop();
    root.dispose();
  },
  free: (levels) => levels.forEach((level) => level.dispose()),
};

function copyLevel(container, root, spec) {
  // Names as they stand in the file. Instances of one mesh would share its level of detail.
  const copy = container.instantiateModelsToScene((name) => name, false, {
    doNotInstantiate: true,
  });
  // A part may be called as something that every object has.
  const nodes = { __proto__: null };
  for (const top of copy.rootNodes) {
    top.parent = root;
    // The loader's own, which turns the model's hand.
    const own = top.name === '__root__' ? top.getChildren() : [top];
    for (const each of own.flatMap((node) => [node, ...node.getDescendants(false)])) {
      nodes[each.name] ??= each;
    }
    nodes[rootName(spec)] ??= own.length === 1 ? own[0] : top;
  }
  const groups = copy.animationGroups;
  return {
    nodes,
    groups,
    animations: Object.fromEntries(groups.map((group) => [group.name, group])),
    tops: copy.rootNodes,
    dispose: () => copy.dispose(),
  };
}

/** Shows one of the levels, for each camera by what it sees of the model. */
function chooser(root, parts, far) {
  const scene = root.getScene();
  const lod = { level: 0 };
  const show = (camera) => {
    // It may have been moved since it was drawn last.
    root.computeWorldMatrix();
    const { x, y, z } = root.absoluteScaling;
    const scale = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
    const high = camera.getProjectionMatrix().m[5] * scale;
    const place = root.getAbsolutePosition();
    const away = camera.mode === 1 ? 1 : place.subtract(camera.globalPosition).length();
    lod.level = levelAt(far, away / high);
    parts.forEach(({ tops }, at) => {
      for (const top of tops) {
        if (top.isEnabled(false) !== (at === lod.level)) top.setEnabled(at === lod.level);
      }
    });
  };
  const observer = scene.onBeforeCameraRenderObservable.add(show);
  lod.stop = () => observer.remove();
  parts.forEach(({ tops }, at) => tops.forEach((top) => top.setEnabled(at === 0)));
  return lod;
}
