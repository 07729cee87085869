import {
  BackSide,
  BufferAttribute,
  Color,
  Mesh,
  MeshBasicMaterial,
  PMREMGenerator,
  Scene,
  SphereGeometry,
} from 'three';
import type { Texture, WebGLRenderer } from 'three';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
import type { Environment, Look } from '../look.ts';

/** The light on a stage, and what is seen behind the model. */
export interface Surroundings {
  set(look: Pick<Look, 'environment' | 'exposure' | 'background'>): void;
  dispose(): void;
}

/** A sky, in linear light. */
interface Sky {
  readonly above: Color;
  readonly horizon: Color;
  readonly below: Color;
  readonly sun: { readonly colour: Color; readonly at: readonly [number, number, number] } | null;
}

const SKIES: Readonly<Record<Exclude<Environment, 'studio'>, Sky>> = {
  daylight: {
    above: new Color(0.35, 0.6, 1.2),
    horizon: new Color(1.1, 1.2, 1.3),
    below: new Color(0.35, 0.32, 0.28),
    sun: { colour: new Color(90, 84, 74), at: [5, 7, 4] },
  },
  sunset: {
    above: new Color(0.16, 0.2, 0.5),
    horizon: new Color(1.7, 0.75, 0.35),
    below: new Color(0.12, 0.1, 0.12),
    sun: { colour: new Color(110, 52, 18), at: [7, 1.6, 4] },
  },
  even: {
    above: new Color(1, 1, 1),
    horizon: new Color(1, 1, 1),
    below: new Color(1, 1, 1),
    sun: null,
  },
};
const FAR = 10;
const BLUR = 0.25;

/**
 * Side of the cube that light comes from, where no graphics card draws: a processor takes five seconds for three's own
 * of 256 pixels, and only a mirror shows that it is sharper. Unit: pixels.
 */
const SMALL = 64;

/** Makes the cube small. Of three's own, options ask only for a larger one. */
class SmallPMREMGenerator extends PMREMGenerator {
  _cubeSize = SMALL;
  /** Called by three with the size that it would have. */
  _setSize(): void {
    // oxlint-disable-next-line no-underscore-dangle -- three calls it so
    this._cubeSize = SMALL;
  }
}

/** @param isFast whether a graphics card draws */
export function createSurroundings(
  renderer: WebGLRenderer,
  scene: Scene,
  isFast: boolean,
): Surroundings {
  const made = new Map<Environment, Texture>();

  /** Drawn once each, when it is first asked for; nothing is loaded. */
  function textureOf(environment: Environment): Texture {
    const known = made.get(environment);
    if (known !== undefined) return known;
    const generator = isFast ? new PMREMGenerator(renderer) : new SmallPMREMGenerator(renderer);
    const place = environment === 'studio' ? new RoomEnvironment() : skyOf(SKIES[environment]);
    const sigma = environment === 'studio' ? 0.04 : 0.02;
    const { texture } = generator.fromScene(place, sigma);
    generator.dispose();
    made.set(environment, texture);
    return texture;
  }

  return {
    set({ environment, exposure, background }) {
      scene.environment = textureOf(environment);
      scene.background = background === 'surroundings' ? scene.environment : null;
      scene.backgroundBlurriness = BLUR;
      renderer.toneMappingExposure = 2 ** exposure;
    },
    dispose() {
      for (const texture of made.values()) texture.dispose();
    },
  };
}

function skyOf({ above, horizon, below, sun }: Sky): Scene {
  const scene = new Scene();
  const geometry = new SphereGeometry(FAR, 32, 24);
  const points = geometry.getAttribute('position');
  const colours = new Float32Array(points.count * 3);
  for (let index = 0; index < points.count; index++) {
    const up = points.getY(index) / FAR;
    const colour = horizon.clone().lerp(up > 0 ? above : below, Math.min(1, Math.abs(up) * 1.6));
    colour.toArray(colours, index * 3);
  }
  geometry.setAttribute('color', new BufferAttribute(colours, 3));
  scene.add(new Mesh(geometry, new MeshBasicMaterial({ vertexColors: true, side: BackSide })));
  if (sun !== null) {
    const disc = new Mesh(new SphereGeometry(0.7, 16, 12), new MeshBasicMaterial());
    disc.material.color.copy(sun.colour);
    disc.position.set(...sun.at);
    scene.add(disc);
  }
  return scene;
}
