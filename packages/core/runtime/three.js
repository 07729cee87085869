import { Group, LOD } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { clone } from 'three/addons/utils/SkeletonUtils.js';
import { createModel, reaches, rootName } from './load.js';

const loader = /* @__PURE__ */ new GLTFLoader();

/** What an import with `?three` exports. */
export const model = (spec, before) => createModel(spec, engine, before);

const engine = {
  keyOf({ renderer }, { name, use }) {
    if (!use.some((each) => each.needsRenderer)) return null;
    if (renderer !== undefined) return renderer;
    throw new Error(`${name}: KTX2 textures need load({ renderer })`);
  },

  open(files, { renderer }, { use }) {
    // Whatever the last one needed, the loader is made ready for this one.
    for (const each of use) each(loader, renderer);
    return Promise.all(files.map(async (bytes) => describe(await loader.parseAsync(bytes, ''))));
  },

  root: (name) => Object.assign(new Group(), { name }),

  /** Puts the levels of a model into what the caller holds already. */
  put(made, scene, levels, spec, options) {
    const parts = levels.map((level) => copyLevel(level, spec));
    const [finest] = parts;
    Object.assign(made, finest, { scene, parts, lod: null });
    if (parts.length === 1) return void scene.add(finest.scene);
    parts.slice(1).forEach((part) => follow(part.scene, finest.scene));
    made.lod = new Levels();
    made.lod.far = reaches(spec, options);
    parts.forEach((part, level) => made.lod.addLevel(part.scene, made.lod.far[level], 0.05));
    scene.add(made.lod);
  },

  clear(scene, made) {
    engine.leave(made);
    scene.clear();
  },
  remove: (scene) => scene.removeFromParent(),
  // It is made anew where the copy is shown once more.
  leave({ parts }) {
    for (const { scene } of parts) {
      scene.traverse((object) => {
        object.skeleton?.dispose();
        if (object.isInstancedMesh) object.dispose();
      });
    }
  },
  free: (levels) => levels.forEach(disposeLevel),
};

/** Levels by the height on the screen: the scale of the model counts, and how much the camera sees. */
class Levels extends LOD {
  update(camera) {
    if (this.far !== undefined) {
      const high = camera.projectionMatrix.elements[5];
      const scale = this.matrixWorld.getMaxScaleOnAxis() * high;
      this.levels.forEach((level, at) => {
        const far = this.far[at] * scale;
        // Without perspective, where it stands is no matter.
        level.distance = camera.isOrthographicCamera ? (far > 1) * 1e30 : far / camera.zoom;
      });
    }
    super.update(camera);
  }
}

/** Names as they stand in the file; three.js changes those that its paths of properties cannot hold. */
function describe({ scene, animations, parser }) {
  const names = [];
  const tracks = animations.flatMap((clip) => clip.tracks);
  scene.traverse((object) => {
    names.push(parser.json.nodes?.[parser.associations.get(object)?.nodes]?.name);
    // A track names what has no name by its id, which a copy has not.
    if (!object.name && tracks.some(({ name }) => name.startsWith(object.uuid))) {
      object.name = object.uuid;
    }
  });
  return { scene, animations, names };
}

/** A coarser level takes the pose of the finest, which is what animations and code move. */
function follow(object, leader) {
  // Of a packed mesh, each level has a place of its own.
  if (POSE.every((key) => object[key].equals(leader[key]))) {
    for (const key of POSE) Object.defineProperty(object, key, { value: leader[key] });
  }
  if (object.morphTargetInfluences) object.morphTargetInfluences = leader.morphTargetInfluences;
  if (object.children.length !== leader.children.length) return;
  object.children.forEach((child, at) => follow(child, leader.children[at]));
}

const POSE = ['position', 'quaternion', 'rotation', 'scale'];

function copyLevel({ scene, animations, names }, spec) {
  const copy = clone(scene);
  // A part may be called as something that every object has.
  const nodes = { __proto__: null };
  const materials = { __proto__: null };
  let at = 0;
  copy.traverse((object) => {
    const name = names[at++];
    if (name) nodes[name] ??= object;
    for (const each of [object.material ?? []].flat()) materials[each.name] ??= each;
  });
  nodes[rootName(spec)] ??= copy.children.length === 1 ? copy.children[0] : copy;
  const clips = Object.fromEntries(animations.map((clip) => [clip.name, clip]));
  return { scene: copy, nodes, materials, animations: clips };
}

function disposeLevel({ scene }) {
  scene.traverse((object) => {
    object.geometry?.dispose();
    object.skeleton?.dispose();
    for (const material of [object.material ?? []].flat()) {
      for (const value of Object.values(material)) if (value?.isTexture) value.dispose();
      material.dispose();
    }
  });
}
