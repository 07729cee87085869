import { load } from '@gen/dragon?three';
import type { Loaded } from '@gen/dragon?three';
import {
  CircleGeometry,
  CylinderGeometry,
  DirectionalLight,
  Group,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  NeutralToneMapping,
  PerspectiveCamera,
  PMREMGenerator,
  Scene,
  CanvasTexture,
  WebGLRenderer,
} from 'three';
import type { Object3D } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';

export interface Turntable {
  /** Shows one level of detail of the dragon. Resolves when it is there. */
  show(level: number): Promise<void>;
}

/** The plate's radius is 1; models are scaled to stand on it. */
const PLATE_HEIGHT = 0.12;
const MODEL_RADIUS = 1.3;
const MODEL_HEIGHT = 1.75;

export function openTurntable(
  canvas: HTMLCanvasElement,
  { turning }: { readonly turning: boolean },
): Turntable {
  const renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true });
  renderer.toneMapping = NeutralToneMapping;
  renderer.toneMappingExposure = 1.05;
  renderer.shadowMap.enabled = true;
  // The camera turns, the figure does not: its shadow is drawn once.
  renderer.shadowMap.autoUpdate = false;

  const scene = new Scene();
  scene.environment = new PMREMGenerator(renderer).fromScene(new RoomEnvironment(), 0.04).texture;
  scene.environmentIntensity = 0.35;
  scene.add(...lights(), ...plate());
  const stand = new Group();
  stand.position.y = PLATE_HEIGHT;
  scene.add(stand);

  const camera = new PerspectiveCamera(28, 1, 0.1, 50);
  camera.position.set(2.1, 1.9, 5.1);
  const controls = new OrbitControls(camera, canvas);
  controls.target.set(0, 0.86, 0);
  controls.enablePan = false;
  controls.enableZoom = false;
  controls.enableDamping = true;
  controls.minPolarAngle = 0.9;
  controls.maxPolarAngle = 1.5;
  controls.autoRotate = turning;
  controls.autoRotateSpeed = -0.9;
  // A finger that moves up or down scrolls the page.
  canvas.style.touchAction = 'pan-y';

  function fit(): void {
    const { clientWidth: width, clientHeight: height } = canvas;
    renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    // Beside the title where there is room, below it where there is not.
    const wide = width / height > 1.15;
    camera.fov = wide ? 28 : Math.min(60, 32 / Math.min(1, width / height / 0.75));
    camera.setViewOffset(
      width,
      height,
      wide ? -width * 0.19 : 0,
      wide ? 0 : -height * 0.16,
      width,
      height,
    );
    camera.updateProjectionMatrix();
  }
  new ResizeObserver(fit).observe(canvas);
  fit();

  let visible = true;
  new IntersectionObserver((entries) => {
    visible = entries.at(-1)?.isIntersecting ?? true;
  }).observe(canvas);
  renderer.setAnimationLoop(() => {
    if (!visible) return;
    controls.update();
    setUp();
    renderer.render(scene, camera);
  });

  let dragon: Loaded | undefined;
  const loading = load({ renderer });
  let level = 0;
  let before: unknown;

  /** In dev an edit of the manifest swaps what is in the scene: it is set up where it is another one. */
  function setUp(): void {
    if (dragon === undefined) return;
    const { lod } = dragon;
    if (lod !== before) place(dragon);
    const shown = lod.levels[Math.min(level, lod.levels.length - 1)]?.object;
    if (lod === before && shown?.visible === true) return;
    before = lod;
    // By itself it would show what fits the size on the screen; here the buttons say.
    lod.autoUpdate = false;
    for (const { object } of lod.levels) object.visible = object === shown;
    renderer.shadowMap.needsUpdate = true;
  }

  return {
    async show(wanted) {
      level = wanted;
      dragon ??= await loading;
      stand.add(dragon.scene);
      setUp();
      controls.update();
      renderer.render(scene, camera);
    },
  };
}

/** Scales the model to the plate and stands it on the middle; its bounds came with the import. */
function place({ scene: model, bounds: { min, max } }: Loaded): void {
  const [width, height, depth] = [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
  const scale = Math.min(MODEL_HEIGHT / height, (2 * MODEL_RADIUS) / Math.hypot(width, depth));
  model.scale.setScalar(scale);
  model.position.set(
    (-(min[0] + max[0]) / 2) * scale,
    -min[1] * scale,
    (-(min[2] + max[2]) / 2) * scale,
  );
  model.traverse((part) => {
    part.castShadow = true;
    part.receiveShadow = true;
  });
}

/** A warm, low sun, the cool sky opposite, and a rim that parts the figure from the mountains. */
function lights(): Object3D[] {
  const sun = new DirectionalLight(0xffe2bd, 3.4);
  sun.position.set(3.2, 4.2, 2.6);
  sun.castShadow = true;
  sun.shadow.mapSize.set(2048, 2048);
  sun.shadow.camera.left = sun.shadow.camera.bottom = -1.6;
  sun.shadow.camera.right = sun.shadow.camera.top = 1.6;
  sun.shadow.camera.far = 12;
  sun.shadow.radius = 6;
  sun.shadow.normalBias = 0.02;
  const rim = new DirectionalLight(0xbcd0ff, 1.6);
  rim.position.set(-3.5, 2.5, -4);
  return [sun, rim, new HemisphereLight(0xdcd6ea, 0x6a5f58, 0.9)];
}

function plate(): Object3D[] {
  const stone = new MeshStandardMaterial({ color: 0x716b72, roughness: 0.9 });
  const rim = new MeshStandardMaterial({ color: 0x9a7a3c, roughness: 0.35, metalness: 0.9 });
  const top = new Mesh(new CylinderGeometry(1, 1.04, PLATE_HEIGHT, 128), stone);
  top.position.y = PLATE_HEIGHT / 2;
  const foot = new Mesh(new CylinderGeometry(1.045, 1.045, 0.035, 128), rim);
  foot.position.y = 0.03;
  for (const part of [top, foot]) {
    part.castShadow = true;
    part.receiveShadow = true;
  }
  const shade = new Mesh(
    new CircleGeometry(1.9, 64),
    new MeshBasicMaterial({ map: softShadow(), transparent: true, depthWrite: false }),
  );
  shade.rotation.x = -Math.PI / 2;
  shade.position.y = -0.005;
  return [shade, foot, top];
}

/** What the plate keeps from the light of the whole sky. */
function softShadow(): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 256;
  const context = canvas.getContext('2d')!;
  const gradient = context.createRadialGradient(128, 128, 50, 128, 128, 128);
  gradient.addColorStop(0, 'rgb(24 20 30 / 0.75)');
  gradient.addColorStop(0.45, 'rgb(24 20 30 / 0.28)');
  gradient.addColorStop(1, 'rgb(24 20 30 / 0)');
  context.fillStyle = gradient;
  context.fillRect(0, 0, 256, 256);
  return new CanvasTexture(canvas);
}
