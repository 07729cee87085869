import { Asset, Entity } from 'playcanvas';
import { createModel, levelAt, reaches, rootName } from './load.js';

/** What an import with `?playcanvas` exports. */
export const model = (spec, before) => createModel(spec, engine, before);

const engine = {
  keyOf({ app }, { name }) {
    if (app !== undefined) return app;
    throw new Error(`${name}: expected load({ app })`);
  },

  async open(files, { app }, { name, use }) {
    const decoding = Object.assign({}, ...use.map((each) => each()));
    return Promise.all(files.map((bytes) => openFile(app, name, bytes, decoding)));
  },

  root: (name, { app }) => new Entity(name, app),

  put(made, root, levels, spec, options) {
    const parts = levels.map(({ resource }) => resource.instantiateRenderEntity());
    parts.forEach((part) => root.addChild(part));
    const [finest] = levels;
    // A part may be called as something that every object has.
    const nodes = { __proto__: null };
    parts[0].forEach((node) => {
      if (node !== parts[0]) nodes[node.name] ??= node;
    });
    const { children } = parts[0];
    nodes[rootName(spec)] ??= children.length === 1 ? children[0] : parts[0];
    const lod =
      parts.length === 1 ? null : chooser(options.app, root, parts, reaches(spec, options));
    Object.assign(made, {
      root,
      nodes,
      materials: byName(finest.resource.materials),
      animations: byName(finest.resource.animations),
      lod,
    });
  },

  clear(root, { lod }) {
    lod?.stop();
    while (root.children.length > 0) root.children[0].destroy();
  },
  remove(root, { lod }) {
    lod?.stop();
    root.destroy();
  },
  free(levels) {
    for (const level of levels) {
      level.registry?.remove(level);
      level.unload();
    }
  },
};

let opened = 0;

function openFile(app, name, contents, options) {
  return new Promise((resolve, reject) => {
    opened += 1;
    // It keeps what it parsed by the URL.
    const file = { url: `${name}.${opened}.glb`, contents };
    const asset = new Asset(name, 'container', file, null, options);
    asset.once('load', resolve);
    asset.once('error', (error) => reject(new Error(`${name}: ${error}`)));
    app.assets.add(asset);
    app.assets.load(asset);
  });
}

const byName = (assets) =>
  Object.fromEntries(assets.map(({ resource }) => [resource.name, resource]));

/** Shows one of the levels, for each camera by what it sees of the model. */
function chooser(app, root, parts, far) {
  const lod = { level: 0 };
  const meshes = parts.map((part) =>
    part.findComponents('render').flatMap(({ meshInstances }) => meshInstances),
  );
  const show = (seer) => {
    // Shadows are those of what was seen last.
    if (seer === null) return;
    const { camera, entity, projection } = seer;
    const scale = root.getWorldTransform().getScale();
    const high = camera.projectionMatrix.data[5] * Math.max(scale.x, scale.y, scale.z);
    const away = projection === 1 ? 1 : root.getPosition().distance(entity.getPosition());
    lod.level = levelAt(far, away / high);
    meshes.forEach((each, at) => each.forEach((mesh) => (mesh.visible = at === lod.level)));
  };
  const event = app.scene.on('precull', show);
  lod.stop = () => event.off();
  return lod;
}
