import {
  AnimationMixer,
  Box3,
  Mesh,
  NeutralToneMapping,
  PMREMGenerator,
  PerspectiveCamera,
  Scene,
  Sphere,
  Spherical,
  Timer,
  Vector3,
  WebGLRenderer,
} from 'three';
import type { Group, Material, Object3D, Texture } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
import { DRACOLoader } from 'three/addons/loaders/DRACOLoader.js';
import type { GLTF } from 'three/addons/loaders/GLTFLoader.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js';
import { createOverlay, disposeOverlay } from './overlay.ts';

/** What is known of a model once it is shown. */
export interface ModelFacts {
  readonly triangles: number;
  readonly vertices: number;
  /** Width, height, depth in the model's units, metres by the standard. */
  readonly size: readonly [number, number, number];
}

/** A model that can be turned. */
export interface Viewer {
  /** Null where another was asked for meanwhile. */
  show(url: string, onProgress: (part: number) => void): Promise<ModelFacts | null>;
  setWireframe(on: boolean): void;
  /** Lines around the model, and its collider; null: none. */
  setOverlay(overlay: { readonly collider: unknown } | null): void;
  /** The scene of a GLB that is not shown. */
  read(url: string): Promise<Object3D>;
  /** Turns or zooms by a key; says whether the key means something. */
  turn(key: string): boolean;
  dispose(): void;
}

const STEP = Math.PI / 12;
const MAX_PIXEL_RATIO = 2;
/** Where one looks from at first. */
const FROM = new Vector3(0.55, 0.32, 1).normalize();
/** Of the height, what stays free. */
const MARGIN = 1.03;

export function createViewer(canvas: HTMLCanvasElement, options: { small: boolean }): Viewer {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  renderer.setPixelRatio(Math.min(devicePixelRatio, MAX_PIXEL_RATIO));
  renderer.toneMapping = NeutralToneMapping;
  const scene = new Scene();
  const generator = new PMREMGenerator(renderer);
  const environment = generator.fromScene(new RoomEnvironment(), 0.04).texture;
  scene.environment = environment;
  generator.dispose();
  const camera = new PerspectiveCamera(35, 1, 0.01, 100);
  const controls = new OrbitControls(camera, canvas);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  controls.enableDamping = !isStill;
  controls.autoRotate = !isStill;
  controls.autoRotateSpeed = 1.6;
  controls.enablePan = !options.small;
  controls.enableZoom = !options.small;
  const draco = new DRACOLoader();
  const loader = new GLTFLoader().setDRACOLoader(draco).setMeshoptDecoder(MeshoptDecoder);
  const timer = new Timer();
  let model: Object3D | null = null;
  let mixer: AnimationMixer | null = null;
  let overlay: Group | null = null;
  let asked = '';
  let frame = 0;
  let isGone = false;
  let dirty = true;
  /** Half of its height. */
  let tall = 0;
  /** How far the model goes out from its axis: it is turned about it. */
  let reach = 0;

  controls.addEventListener('change', () => (dirty = true));
  controls.addEventListener('start', () => (controls.autoRotate = false));
  const resize = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    renderer.setSize(clientWidth, clientHeight, false);
    const before = fitting();
    camera.aspect = clientWidth / clientHeight;
    camera.updateProjectionMatrix();
    if (model !== null) zoom(fitting() / before);
    draw();
  });
  resize.observe(canvas);
  frame = requestAnimationFrame(tick);

  function tick(now: number): void {
    frame = requestAnimationFrame(tick);
    timer.update(now);
    controls.update();
    if (mixer !== null) {
      mixer.update(timer.getDelta());
      dirty = true;
    }
    // Nothing moves: nothing is drawn, and no battery is used.
    if (dirty && model !== null) draw();
  }

  function draw(): void {
    dirty = false;
    renderer.render(scene, camera);
  }

  /** How far away the model fits both the height and the width of the canvas. */
  function fitting(): number {
    const half = (camera.fov * Math.PI) / 360;
    const across = Math.atan(Math.tan(half) * camera.aspect);
    // The rims of the cylinder that it covers when it is turned, as one looks down on them: what is near looms.
    const lean = Math.hypot(FROM.x, FROM.z);
    const high = ([out, up]: readonly [number, number]): number =>
      (Math.abs(up * lean - out * FROM.y) * MARGIN) / Math.tan(half) + out * lean + up * FROM.y;
    const rims = [reach, -reach].flatMap((out) => [high([out, tall]), high([out, -tall])]);
    return Math.max(...rims, (reach * MARGIN) / Math.sin(across));
  }

  /** What is seen keeps its part of a canvas of another shape. */
  function zoom(factor: number): void {
    bound();
    const around = new Vector3().subVectors(camera.position, controls.target);
    camera.position.copy(controls.target).addScaledVector(around, factor);
    controls.update();
  }

  function bound(): void {
    const distance = fitting();
    camera.near = distance / 100;
    camera.far = distance * 10;
    controls.minDistance = distance / 8;
    controls.maxDistance = distance * 3;
    camera.updateProjectionMatrix();
  }

  function place(object: Object3D, keepView: boolean): ModelFacts {
    const box = new Box3().setFromObject(object);
    const size = box.getSize(new Vector3());
    const sphere = box.getBoundingSphere(new Sphere());
    tall = size.y / 2;
    reach = Math.hypot(size.x, size.z) / 2;
    bound();
    if (!keepView) {
      camera.position.copy(sphere.center).addScaledVector(FROM, fitting());
      controls.target.copy(sphere.center);
    }
    controls.update();
    return { ...countOf(object), size: [size.x, size.y, size.z] };
  }

  return {
    async show(url, onProgress) {
      asked = url;
      const gltf = await new Promise<GLTF>((resolve, reject) => {
        loader.load(
          url,
          resolve,
          ({ loaded, total }) => {
            if (total > 0 && asked === url && !isGone) onProgress(loaded / total);
          },
          reject,
        );
      });
      if (asked !== url || isGone) {
        free(gltf.scene);
        return null;
      }
      const before = model;
      if (before !== null) {
        scene.remove(before);
        free(before);
      }
      model = gltf.scene;
      scene.add(model);
      const [clip] = gltf.animations;
      mixer = clip === undefined || isStill ? null : new AnimationMixer(model);
      if (clip !== undefined) mixer?.clipAction(clip).play();
      // From one level of detail to the next the view stays: that is how they are compared.
      const facts = place(model, before !== null);
      dirty = true;
      return facts;
    },
    setWireframe(on) {
      model?.traverse((part) => {
        for (const material of materialsOf(part)) {
          if ('wireframe' in material) material.wireframe = on;
        }
      });
      dirty = true;
    },
    async read(url) {
      return (await loader.loadAsync(url)).scene;
    },
    setOverlay(wanted) {
      if (overlay !== null) {
        scene.remove(overlay);
        disposeOverlay(overlay);
      }
      overlay = wanted === null || model === null ? null : createOverlay(model, wanted.collider);
      if (overlay !== null) scene.add(overlay);
      dirty = true;
    },
    turn(key) {
      const around = new Vector3().subVectors(camera.position, controls.target);
      const at = new Spherical().setFromVector3(around);
      if (key === 'ArrowLeft') at.theta -= STEP;
      else if (key === 'ArrowRight') at.theta += STEP;
      else if (key === 'ArrowUp') at.phi -= STEP;
      else if (key === 'ArrowDown') at.phi += STEP;
      else if (key === '+' || key === '=') at.radius /= 1.2;
      else if (key === '-') at.radius *= 1.2;
      else return false;
      controls.autoRotate = false;
      at.makeSafe();
      at.radius = Math.min(controls.maxDistance, Math.max(controls.minDistance, at.radius));
      camera.position.copy(controls.target).add(new Vector3().setFromSpherical(at));
      controls.update();
      dirty = true;
      return true;
    },
    dispose() {
      isGone = true;
      cancelAnimationFrame(frame);
      resize.disconnect();
      controls.dispose();
      if (model !== null) free(model);
      if (overlay !== null) disposeOverlay(overlay);
      environment.dispose();
      draco.dispose();
      renderer.dispose();
      // Browsers keep few contexts; this one is free for the next card.
      renderer.forceContextLoss();
    },
  };
}

function countOf(object: Object3D): Pick<ModelFacts, 'triangles' | 'vertices'> {
  let triangles = 0;
  let vertices = 0;
  object.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    const { index, attributes } = part.geometry;
    const points = attributes['position']?.count ?? 0;
    vertices += points;
    triangles += (index?.count ?? points) / 3;
  });
  return { triangles, vertices };
}

function materialsOf(part: Object3D): (Material & { wireframe?: boolean })[] {
  if (!(part instanceof Mesh)) return [];
  return Array.isArray(part.material) ? part.material : [part.material];
}

/** Memory of the graphics card is not collected by itself. */
function free(object: Object3D): void {
  object.traverse((part) => {
    if (part instanceof Mesh) part.geometry.dispose();
    for (const material of materialsOf(part)) {
      for (const value of Object.values(material)) {
        if (isTexture(value)) value.dispose();
      }
      material.dispose();
    }
  });
}

function isTexture(value: unknown): value is Texture {
  return typeof value === 'object' && value !== null && 'isTexture' in value;
}
