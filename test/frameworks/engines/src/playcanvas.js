import { load, preload } from '@gen/props/dragon?playcanvas';
import { load as loadFigure } from '@gen/figure?playcanvas';
import { load as loadGem } from '@gen/gem?playcanvas';
import { Application, Color, Entity, FILLMODE_NONE, Texture } from 'playcanvas';
import { commonFacts, run } from './facts.js';

const canvas = document.getElementById('stage');
const app = new Application(canvas, { graphicsDeviceOptions: { preserveDrawingBuffer: true } });
app.setCanvasFillMode(FILLMODE_NONE, 300, 100);
app.start();
const camera = new Entity('camera', app);
camera.addComponent('camera', { clearColor: new Color(0, 0, 1), fov: 50, nearClip: 0.01 });
app.root.addChild(camera);
app.scene.ambientLight = new Color(1, 1, 1);

const frame = () => new Promise((resolve) => app.once('frameend', resolve));

void run(async () => {
  const facts = await commonFacts(load, preload, { app });
  const first = await load({ app });
  const dragons = [first, first.clone(), await load({ app })];
  dragons.forEach(({ root }, at) => {
    root.setPosition([-1.6, 0, 5][at], 0, [-2.5, -5, -16][at]);
    app.root.addChild(root);
  });
  await frame();
  await frame();
  const levels = dragons.map(({ lod }) => lod.level);
  const figure = await loadFigure({ app });
  const second = figure.clone();
  const [name] = Object.keys(figure.nodes);
  const isOwn = figure.nodes[name] !== second.nodes[name];
  figure.root.setPosition(1, 0.4, -5);
  app.root.addChild(figure.root);
  second.dispose();
  const gem = await loadGem({ app });
  gem.root.setPosition(1, 0.4, -5);
  app.root.addChild(gem.root);
  dragons[2].root.setLocalScale(20, 20, 20);
  await frame();
  await frame();
  const whenBig = dragons[2].lod.level;
  dragons[2].root.setLocalScale(1, 1, 1);
  await frame();
  await frame();
  globalThis.dragons = dragons.map(({ root }) => root);
  const map = Object.values(gem.materials)[0].diffuseMap;
  const before = app.assets.list().length;
  const third = await loadFigure({ app });
  third.dispose();
  figure.dispose();
  return {
    ...facts,
    levels,
    whenBig,
    hasRoot: 'dragon' in first.nodes,
    bounds: first.bounds,
    count: first.levels,
    isOwn,
    freed: app.assets.list().length < before,
    after: dragons.map(({ lod }) => lod.level),
    triangles: dragons.map(({ root }) =>
      root
        .findComponents('render')
        .flatMap(({ meshInstances }) => meshInstances)
        .filter(({ visible }) => visible)
        .reduce((sum, { mesh }) => sum + mesh.primitive[0].count / 3, 0),
    ),
    ktx2: map instanceof Texture && map.format > 8 ? '.ktx2' : null,
  };
});
