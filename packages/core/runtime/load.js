/**
 * What an import of a model exports, in whatever engine: its files are loaded once, shown many times, and
 * in a dev server replaced where they stand: after an update of the module `spec` is another one. Builds do
 * without what stands between `<dev>` and `</dev>`, which are statements.
 *
 * `engine` has `keyOf(options)`, what a parsed file belongs to, or null; `open(files, options, spec)`, which parses;
 * `root(name, options)`, an empty place; `put(made, root, levels, spec, options)`; `clear(root)`,
 * `remove(root)` and `free(levels)`; and `leave(made)`, which frees what a copy has alone.
 */
export function createModel(spec, engine, before) {
  /** What was parsed, for each that has a say in it. */
  let parsed = new WeakMap();
  const live = new Set();

  function parse(options) {
    const key = engine.keyOf(options, spec) ?? engine;
    const map = parsed;
    let shared = map.get(key);
    if (shared === undefined) {
      const told = new Set();
      shared = { users: 0, told, forget: () => map.get(key) === shared && map.delete(key) };
      const loaded = spec;
      shared.get = share(async (signal) => {
        const files = await readAll(loaded, told, signal);
        return engine.open(files, options, loaded).catch(named(loaded.name));
      }, shared.forget);
      map.set(key, shared);
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
    const root = engine.root(spec.name, options);
    const leave = () => {
      if (--shared.users > 0) return;
      shared.forget();
      engine.free(levels);
    };
    let held = false;
    const made = {
      clone: () => instance(shared, levels, options),
      /** For components: a copy counts while it is shown. */
      hold() {
        if (held) return;
        held = true;
        shared.users++;
        // <dev>
        live.add(made);
        // </dev>
      },
      release() {
        if (!held) return;
        held = false;
        engine.leave?.(made);
        leave();
        // <dev>
        live.delete(made);
        // </dev>
      },
      dispose() {
        if (held) engine.remove(root, made);
        made.release();
      },
    };
    const show = () => {
      engine.put(made, root, levels, spec, options);
      Object.assign(made, { bounds: spec.bounds, levels: levels.length });
    };
    show();
    made.hold();
    // <dev>
    made.renew = async () => {
      const next = await get({ ...options, signal: undefined });
      if (!held) return;
      engine.clear(root, made);
      leave();
      ({ shared, levels } = next);
      shared.users++;
      show();
    };
    // </dev>
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
  };
  // <dev>
  const changed = new Set();
  Object.assign(api, {
    spec,
    /** Calls `listener` when what was loaded has been replaced. */
    onRenew(listener) {
      changed.add(listener);
      return () => changed.delete(listener);
    },
    async renew(next) {
      ({ spec } = next);
      parsed = new WeakMap();
      await Promise.all([...live].map((made) => made.renew()));
      changed.forEach((listener) => listener());
    },
  });
  if (before !== undefined) {
    // What was there stays, and the next update tries again.
    before.renew(api).catch((error) => console.error(error));
    return before;
  }
  // </dev>
  return api;
}

/**
 * How far away each level begins to be enough, for a camera that sees as much up and down as it is away.
 * A level with a quarter of the triangles is enough where the model is half as high.
 */
export function reaches({ bounds, levels }, { lodBias = 1 }) {
  const { min = [], max = [] } = bounds ?? {};
  const radius = Math.hypot(...max.map((most, axis) => most - min[axis])) / 2;
  return levels.map(({ share }, level) =>
    level === 0 ? 0 : (radius * lodBias) / Math.sqrt(share),
  );
}

/** The level to show. `seen`: the distance in units of the model, by the angle that the camera sees. */
export function levelAt(far, seen) {
  return Math.max(
    0,
    far.findLastIndex((each) => seen >= each),
  );
}

/** What the root of a model is called in every file: a draft cannot know what the bought one has. */
export const rootName = ({ name }) => name.slice(name.lastIndexOf('/') + 1);

async function readAll({ levels }, told, signal) {
  const total = levels.reduce((sum, { bytes }) => sum + bytes, 0);
  let loaded = 0;
  const onBytes = (count) => {
    loaded += count;
    told.forEach((tell) => tell({ loaded, total }));
  };
  return Promise.all(levels.map(({ url }) => read(url, signal, onBytes).catch(named(url))));
}

const named = (name) => (error) => {
  throw new Error(`${name}: ${error.message ?? error}`, { cause: error });
};

async function read(url, signal, onBytes) {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  const counted = new TransformStream({
    transform(chunk, stream) {
      onBytes(chunk.byteLength);
      stream.enqueue(chunk);
    },
  });
  const bytes = await new Response(answer.body.pipeThrough(counted)).arrayBuffer();
  // A server of pages may answer with a page where it has no file.
  const start = new TextDecoder().decode(bytes.slice(0, 15));
  if (!start.startsWith('glTF')) throw new Error(`expected a GLB, found "${start}"`);
  return bytes;
}

/** Work that several wait for. When nobody waits any more, it is stopped. */
function share(work, failed) {
  const stop = new AbortController();
  let result;
  let isDone = false;
  let waiting = 0;
  return (signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      waiting++;
      result ??= work(stop.signal).finally(() => (isDone = true));
      result.catch(failed);
      result.then(resolve, reject);
      signal?.addEventListener('abort', () => {
        reject(signal.reason);
        if (isDone || --waiting > 0) return;
        failed();
        stop.abort();
      });
    });
}
