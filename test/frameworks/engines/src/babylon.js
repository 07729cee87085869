import { load, preload } from '@gen/props/dragon?babylon';
import { load as loadFigure } from '@gen/figure?babylon';
import { load as loadGem } from '@gen/gem?babylon';
import { FreeCamera } from '@babylonjs/core/Cameras/freeCamera.js';
import { Engine } from '@babylonjs/core/Engines/engine.js';
import { HemisphericLight } from '@babylonjs/core/Lights/hemisphericLight.js';
import { Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { Scene } from '@babylonjs/core/scene.js';
import { commonFacts, run } from './facts.js';

const canvas = document.getElementById('stage');
const engine = new Engine(canvas, false, { preserveDrawingBuffer: true });
const scene = new Scene(engine);
scene.clearColor = new Color4(0, 0, 1, 1);
const light = new HemisphericLight('light', new Vector3(0, 1, 0), scene);
light.intensity = 3;
const camera = new FreeCamera('camera', Vector3.Zero(), scene);
camera.fov = (50 * Math.PI) / 180;
camera.minZ = 0.01;
camera.setTarget(new Vector3(0, 0, 1));
engine.runRenderLoop(() => scene.render());

void run(async () => {
  const facts = await commonFacts(load, preload, { scene });
  const first = await load({ scene });
  const dragons = [first, first.clone(), await load({ scene })];
  dragons.forEach(({ root }, at) => {
    root.position.set([-1.6, 0, 5][at], 0, [2.5, 5, 16][at]);
  });
  const levels = [];
  await scene.whenReadyAsync();
  scene.render();
  levels.push(...dragons.map(({ lod }) => lod.level));
  globalThis.dragons = dragons.map(({ root }) => root);

  const figure = await loadFigure({ scene });
  const second = figure.clone();
  const [name] = Object.keys(figure.nodes);
  figure.root.position.set(0, 0.4, 5);
  second.root.position.set(1, 1.2, 5);
  const isOwn = figure.nodes[name] !== second.nodes[name];
  const shared = scene.meshes.length;
  second.dispose();
  const freed = shared > scene.meshes.length;
  const gem = await loadGem({ scene });
  gem.root.position.set(1, 0.4, 5);
  // Bigger is finer: the size on the screen decides.
  const big = dragons[2].root;
  big.scaling.setAll(20);
  scene.render();
  const whenBig = dragons[2].lod.level;
  big.scaling.setAll(1);
  await scene.whenReadyAsync();
  scene.render();
  const map = Object.values(gem.materials)[0].albedoTexture;
  return {
    ...facts,
    levels,
    whenBig,
    hasRoot: 'dragon' in first.nodes,
    bounds: first.bounds,
    count: first.levels,
    isOwn,
    freed,
    triangles: dragons.map(({ root }) =>
      root
        .getChildMeshes()
        .filter((mesh) => mesh.isEnabled())
        .reduce((sum, mesh) => sum + mesh.getTotalIndices() / 3, 0),
    ),
    ktx2: map?.getInternalTexture()?.format > 8 ? '.ktx2' : null,
  };
});
