import {
  ACESFilmicToneMapping,
  DirectionalLight,
  Group,
  PerspectiveCamera,
  PMREMGenerator,
  PointLight,
  Scene,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';

/** Largest dimension of what stands on the stage. Unit: that of the scene. */
const SIZE = 1.6;

/** A scene on a canvas that shows one model at a time. */
export function openStage(canvas) {
  const renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true });
  renderer.toneMapping = ACESFilmicToneMapping;
  const scene = new Scene();
  scene.environment = new PMREMGenerator(renderer).fromScene(new RoomEnvironment(), 0.04).texture;
  scene.environmentIntensity = 0.55;
  const key = new DirectionalLight(0xffd9a8, 2.6);
  key.position.set(2, 3, 3);
  const rim = new PointLight(0x88a8ff, 14);
  rim.position.set(-2.5, 1.5, -2);
  const stand = new Group();
  scene.add(key, rim, stand);

  const camera = new PerspectiveCamera(32, 1, 0.1, 50);
  camera.position.set(1.6, 1.1, 4.6);
  const controls = new OrbitControls(camera, canvas);
  controls.enablePan = false;
  controls.enableZoom = false;
  controls.enableDamping = true;
  controls.autoRotate = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  controls.autoRotateSpeed = 1.2;
  canvas.style.touchAction = 'pan-y';

  new ResizeObserver(fit).observe(canvas);
  fit();
  renderer.setAnimationLoop(() => {
    controls.update();
    renderer.render(scene, camera);
  });

  const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder);
  let last = '';
  return {
    /** Loads the model of an import and puts it in the place of the one before. */
    async show({ url, bounds: { min, max } }) {
      last = url;
      const { scene: model } = await loader.loadAsync(url);
      // Somebody chose another one meanwhile.
      if (url !== last) return;
      const scale = SIZE / Math.max(...max.map((most, axis) => most - min[axis]));
      model.scale.setScalar(scale);
      model.position.set(...max.map((most, axis) => (-(most + min[axis]) / 2) * scale));
      stand.clear();
      stand.add(model);
      renderer.render(scene, camera);
    },
  };

  function fit() {
    const { clientWidth: width, clientHeight: height } = canvas;
    renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    camera.fov = width > height ? 32 : 46;
    // Beside the words where there is room, above them where there is not.
    const wide = width / height > 1.1;
    camera.setViewOffset(
      width,
      height,
      wide ? -width * 0.2 : 0,
      wide ? 0 : height * 0.14,
      width,
      height,
    );
    camera.updateProjectionMatrix();
  }
}
