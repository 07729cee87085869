import { Group, LOD } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { clone } from 'three/addons/utils/SkeletonUtils.js';

const loader = new GLTFLoader();

/**
 * What an import with `?three` exports. After an update of the module in a dev server `spec` is another one:
 * what was loaded of the one before is replaced where it stands.
 */
export function model(spec, before) {
  /** What was parsed, for each renderer that has a say in it. */
  const parsed = new Map();
  const live = new Set();
  const changed = new Set();

  function parse(options) {
    const key = spec.use.some((each) => each.needsRenderer) ? options.renderer : null;
    if (key === undefined) {
      throw new Error(`${spec.name}: its textures are KTX2; expected load({ renderer })`);
    }
    let shared = parsed.get(key);
    if (shared === undefined) {
      const told = new Set();
      const state = { users: 0, told };
      state.get = share(
        (signal) => readAll(spec, options, told, signal),
        () => parsed.delete(key),
      );
      parsed.set(key, (shared = state));
    }
    return shared;
  }

  async function get(options) {
    const shared = parse(options);
    const { onProgress, signal } = options;
    if (onProgress) shared.told.add(onProgress);
    try {
      return { shared, levels: await shared.get(signal) };
    } finally {
      shared.told.delete(onProgress);
    }
  }

  function instance(shared, levels, options) {
    const scene = new Group();
    scene.name = spec.name;
    const made = {
      scene,
      clone: () => instance(shared, levels, options),
      dispose() {
        if (!live.delete(made)) return;
        scene.removeFromParent();
        if (--shared.users > 0) return;
        for (const [key, value] of parsed) if (value === shared) parsed.delete(key);
        levels.forEach(disposeLevel);
      },
    };
    fill(made, levels, spec, options);
    shared.users++;
    live.add(made);
    made.renew = async () => {
      const next = await get(options);
      scene.clear();
      shared.users--;
      ({ shared, levels } = next);
      shared.users++;
      fill(made, levels, spec, options);
    };
    return made;
  }

  const api = {
    async load(options = {}) {
      const { shared, levels } = await get(options);
      return instance(shared, levels, options);
    },
    async preload(options = {}) {
      await get(options);
    },
    /** Calls `listener` when what was loaded has been replaced. */
    onRenew(listener) {
      changed.add(listener);
      return () => changed.delete(listener);
    },
    async renew(next) {
      ({ spec } = next);
      parsed.clear();
      await Promise.all([...live].map((made) => made.renew()));
      changed.forEach((listener) => listener());
    },
    spec,
  };
  if (before === undefined) return api;
  // In a dev server alone: what was there stays, and the next update tries again.
  before.renew(api).catch((error) => console.error(error));
  return before;
}

/** Puts the levels of a model into what the caller holds already. */
function fill(made, levels, spec, { fov = 50, lodBias = 1 }) {
  const parts = levels.map(copyLevel);
  const [finest] = parts;
  const { nodes, materials, animations } = finest;
  Object.assign(made, { nodes, materials, animations, parts, lod: null });
  if (parts.length === 1) return void made.scene.add(finest.scene);
  const { min, max } = spec.bounds;
  const radius = Math.hypot(...max.map((most, axis) => most - min[axis])) / 2;
  // A level with a quarter of the triangles is enough where the model is half as high.
  const far = (radius * lodBias) / Math.tan((fov * Math.PI) / 360);
  made.lod = new LOD();
  parts.forEach((part, level) => {
    const distance = level === 0 ? 0 : far / Math.sqrt(spec.levels[level].share);
    made.lod.addLevel(part.scene, distance, 0.05);
  });
  made.scene.add(made.lod);
}

async function readAll({ levels, use }, { renderer }, told, signal) {
  const total = levels.reduce((sum, { bytes }) => sum + bytes, 0);
  let loaded = 0;
  const onBytes = (count) => {
    loaded += count;
    told.forEach((tell) => tell({ loaded, total }));
  };
  const files = await Promise.all(levels.map(({ url }) => read(url, signal, onBytes)));
  // Whatever the last one needed, the loader is made ready for this one.
  for (const each of use) each(loader, renderer);
  return Promise.all(files.map(async (bytes) => describe(await loader.parseAsync(bytes, ''))));
}

async function read(url, signal, onBytes) {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`${url}: HTTP ${answer.status}`);
  const counted = new TransformStream({
    transform(chunk, stream) {
      onBytes(chunk.byteLength);
      stream.enqueue(chunk);
    },
  });
  return new Response(answer.body.pipeThrough(counted)).arrayBuffer();
}

/** Names as they stand in the file; three.js changes those that its paths of properties cannot hold. */
function describe({ scene, animations, parser }) {
  const names = [];
  scene.traverse((object) => {
    const index = parser.associations.get(object)?.nodes;
    names.push(index === undefined ? undefined : parser.json.nodes[index].name);
  });
  return { scene, animations, names };
}

function copyLevel({ scene, animations, names }) {
  const copy = clone(scene);
  const nodes = {};
  const materials = {};
  let at = 0;
  copy.traverse((object) => {
    const name = names[at++];
    if (name) nodes[name] ??= object;
    for (const each of [object.material ?? []].flat()) materials[each.name] ??= each;
  });
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

/** Work that several wait for. When nobody waits any more, it is stopped. */
function share(work, failed) {
  let stop;
  let result;
  let waiting = 0;
  return (signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (result === undefined) {
        stop = new AbortController();
        result = work(stop.signal);
        result.catch(failed);
      }
      waiting++;
      const leave = () => {
        reject(signal.reason);
        if (--waiting > 0) return;
        failed();
        stop.abort();
      };
      signal?.addEventListener('abort', leave, { once: true });
      const settle = (how) => (value) => {
        signal?.removeEventListener('abort', leave);
        how(value);
      };
      result.then(settle(resolve), settle(reject));
    });
}
