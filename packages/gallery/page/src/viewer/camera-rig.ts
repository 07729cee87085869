import { PerspectiveCamera, Sphere, Spherical, Vector3 } from 'three';
import type { Box3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { View } from '../../../src/shared/camera-link.ts';
import { fittingDistance } from './fitting-distance.ts';

/** The camera of a stage, and all that moves it. */
export interface CameraRig {
  readonly camera: PerspectiveCamera;
  /** Brings a box into view. @param keepView leaves where one looks from as it is */
  frame(box: Box3, keepView: boolean): void;
  /** Whoever calls it draws in the same frame, before the page shows an empty canvas. */
  resize(width: number, height: number): void;
  /** Turns or zooms by a key; says whether the key means something. */
  turn(key: string): boolean;
  view(): View;
  setView(view: View): void;
  /** Once a frame: says whether it moved. @param seconds since the last frame; 0 after a rest */
  update(seconds: number): boolean;
  dispose(): void;
}

export interface CameraRigOptions {
  /** In a card: the wheel scrolls the page. */
  readonly small: boolean;
  /** Stands until somebody turns it. */
  readonly still: boolean;
  /** Somebody, or the slow turn, moved it; not {@link CameraRig.setView}. */
  readonly onMove: (view: View) => void;
  /** It moved: from now on {@link CameraRig.update} is to be called once a frame, until nothing moves. */
  readonly onStir: () => void;
}

const STEP = Math.PI / 12;
/** Where one looks from at first. */
const FROM = new Vector3(0.55, 0.32, 1).normalize();
/** Unit: metres. */
const SMALLEST_REACH = 0.5;
/** What a model takes for a turn by itself. */
const TURN_SECONDS = 37.5;

export function createCameraRig(
  canvas: HTMLCanvasElement,
  { small, still, onMove, onStir }: CameraRigOptions,
): CameraRig {
  const camera = new PerspectiveCamera(35, 1, 0.01, 100);
  const controls = new OrbitControls(camera, canvas);
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  controls.enableDamping = !isCalm;
  controls.autoRotate = !isCalm && !still;
  controls.autoRotateSpeed = 60 / TURN_SECONDS;
  controls.enablePan = !small;
  controls.enableZoom = !small;
  const middle = new Vector3();
  /** It turns once, and then it stands: who looks elsewhere does not pay for it. Unit: seconds. */
  let unturned = TURN_SECONDS;
  let moved = true;
  let isQuiet = false;
  let isFramed = false;
  /** Half of its height. */
  let tall = 0;
  /** How far the model goes out from its axis: it is turned about it. */
  let reach = 0;

  function stir(): void {
    moved = true;
    onStir();
  }

  controls.addEventListener('change', () => {
    stir();
    if (!isQuiet && isFramed) onMove(rig.view());
  });
  controls.addEventListener('start', () => (controls.autoRotate = false));

  function quietly(change: () => void): void {
    isQuiet = true;
    change();
    controls.update();
    isQuiet = false;
    stir();
  }

  const fitting = (): number => fittingDistance({ tall, reach }, camera, FROM);

  function bound(): void {
    const distance = fitting();
    camera.near = distance / 100;
    camera.far = distance * 10;
    // Close enough to tell triangles of a dense model from each other.
    controls.minDistance = distance / 20;
    controls.maxDistance = distance * 3;
    camera.updateProjectionMatrix();
  }

  function around(): Vector3 {
    return new Vector3().subVectors(camera.position, controls.target);
  }

  const rig: CameraRig = {
    camera,
    frame(box, keepView) {
      const size = box.getSize(new Vector3());
      const before = isFramed && keepView ? rig.view() : null;
      middle.copy(box.getBoundingSphere(new Sphere()).center);
      tall = size.y / 2;
      reach = Math.hypot(size.x, size.z) / 2;
      // Nothing, or one point: a camera needs some distance.
      if (tall === 0 && reach === 0) reach = SMALLEST_REACH;
      bound();
      isFramed = true;
      if (before !== null) return rig.setView(before);
      quietly(() => {
        camera.position.copy(middle).addScaledVector(FROM, fitting());
        controls.target.copy(middle);
      });
    },
    resize(width, height) {
      const before = fitting();
      camera.aspect = width / height;
      camera.updateProjectionMatrix();
      if (!isFramed) return;
      bound();
      // The visible part keeps its share of a canvas of another shape.
      const way = around().multiplyScalar(fitting() / before);
      quietly(() => camera.position.copy(controls.target).add(way));
      moved = false;
    },
    turn(key) {
      const at = new Spherical().setFromVector3(around());
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
      stir();
      return true;
    },
    view() {
      const { theta, phi, radius } = new Spherical().setFromVector3(around());
      const { x, y, z } = controls.target
        .clone()
        .sub(middle)
        .divideScalar(reach || 1);
      return { theta, phi, distance: radius / fitting(), target: [x, y, z] };
    },
    setView({ theta, phi, distance, target }) {
      controls.autoRotate = false;
      quietly(() => {
        const at = new Spherical(distance * fitting(), phi, theta).makeSafe();
        controls.target
          .set(...target)
          .multiplyScalar(reach || 1)
          .add(middle);
        camera.position.copy(controls.target).add(new Vector3().setFromSpherical(at));
      });
    },
    update(seconds) {
      controls.update(seconds);
      unturned -= seconds;
      if (unturned <= 0) controls.autoRotate = false;
      const was = moved;
      moved = false;
      return was;
    },
    dispose: () => controls.dispose(),
  };
  return rig;
}
