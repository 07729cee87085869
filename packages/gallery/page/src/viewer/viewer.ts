import { NeutralToneMapping, Scene, Vector3, WebGLRenderer } from 'three';
import type { Group, Object3D } from 'three';
import type { View } from '../../../src/shared/camera-link.ts';
import type { Look } from '../look.ts';
import { PLAIN } from '../look.ts';
import { boxOf } from './box-of.ts';
import { createCameraRig } from './camera-rig.ts';
import { drawTexture } from './draw-texture.ts';
import { createFrameLoop } from './frame-loop.ts';
import { createFurniture } from './furniture.ts';
import type { ModelFacts } from './model-facts.ts';
import { factsOf } from './model-facts.ts';
import type { LoadedModel } from './model-loader.ts';
import { createModelLoader, freeModel } from './model-loader.ts';
import { createOverlay, disposeOverlay } from './overlay.ts';
import type { Player } from './player.ts';
import { createPlayer } from './player.ts';
import { createSurfaces } from './surfaces.ts';
import { createSurroundings } from './surroundings.ts';

export type { ModelFacts } from './model-facts.ts';

/** A model that can be turned. */
export interface Viewer {
  /** Null where another was asked for meanwhile. @param onProgress 0 to 1 */
  show(url: string, onProgress: (part: number) => void): Promise<ModelFacts | null>;
  setLook(look: Look): void;
  /** Lines around the model, and its collider; null: none. */
  setOverlay(overlay: { readonly collider: unknown } | null): void;
  /** The scene of a GLB that is not shown. */
  read(url: string): Promise<Object3D>;
  /** Turns or zooms by a key; says whether the key means something. */
  turn(key: string): boolean;
  setView(view: View): void;
  /** null: the model has no animation, or there is none yet. */
  readonly player: Player | null;
  /** @param index of {@link ModelFacts.textures}; -1: none. @param uv whether the triangles lie over it */
  drawTexture(index: number, canvas: HTMLCanvasElement, uv: boolean): void;
  dispose(): void;
}

export interface ViewerOptions {
  /** In a card: turns by itself, and lets the wheel scroll the page. */
  readonly small: boolean;
  /** Stands until somebody turns it. */
  readonly still: boolean;
  readonly onMove: (view: View) => void;
}

const MAX_PIXEL_RATIO = 2;

export function createViewer(canvas: HTMLCanvasElement, options: ViewerOptions): Viewer {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  renderer.setPixelRatio(Math.min(devicePixelRatio, MAX_PIXEL_RATIO));
  renderer.toneMapping = NeutralToneMapping;
  const scene = new Scene();
  const surroundings = createSurroundings(renderer, scene, isDrawnByCard(renderer));
  const surfaces = createSurfaces();
  const furniture = createFurniture(scene);
  const loop = createFrameLoop(step);
  const rig = createCameraRig(canvas, { ...options, onStir: loop.wake });
  const loader = createModelLoader();
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let model: Object3D | null = null;
  let player: Player | null = null;
  let overlay: Group | null = null;
  let look = PLAIN;
  let asked = '';
  let isGone = false;
  let dirty = true;
  surroundings.set(look);

  const resize = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    renderer.setSize(clientWidth, clientHeight, false);
    rig.resize(clientWidth, clientHeight);
    draw();
  });
  resize.observe(canvas);

  function change(): void {
    dirty = true;
    loop.wake();
  }

  /** One frame; says whether something moved. */
  function step(seconds: number): boolean {
    const isMoved = rig.update(seconds);
    const isPlayed = player?.update(seconds) === true;
    if ((dirty || isMoved || isPlayed) && model !== null) draw();
    return isMoved || isPlayed;
  }

  function draw(): void {
    dirty = false;
    renderer.render(scene, rig.camera);
  }

  /** Grid, figure and skeleton as the look wants them; all of it comes into view. */
  function furnish(keepView: boolean): void {
    const shown = furniture.put(model, look);
    if (shown !== null) rig.frame(shown, keepView);
  }

  function put({ scene: loaded, clips }: LoadedModel): ModelFacts {
    const before = model;
    player?.dispose();
    player = null;
    surfaces.clear();
    if (before !== null) {
      scene.remove(before);
      freeModel(before);
    }
    model = loaded;
    scene.add(model);
    const size = boxOf(model).getSize(new Vector3());
    const facts = factsOf(model, clips, [size.x, size.y, size.z]);
    // From one level of detail to the next the view stays: that is how they are compared.
    furnish(before !== null);
    surfaces.show(model, look.surface);
    if (clips.length > 0)
      player = createPlayer(model, clips, { isPlaying: !isCalm, onStir: loop.wake });
    change();
    return facts;
  }

  return {
    async show(url, onProgress) {
      asked = url;
      const loaded = await loader.load(url, (part) => {
        if (asked === url && !isGone) onProgress(part);
      });
      if (asked === url && !isGone) return put(loaded);
      freeModel(loaded.scene);
      return null;
    },
    setLook(wanted) {
      const before = look;
      look = wanted;
      surroundings.set(look);
      if (before.surface !== look.surface && model !== null) surfaces.show(model, look.surface);
      const isOther = (['grid', 'figure', 'skeleton'] as const).some(
        (key) => before[key] !== look[key],
      );
      if (isOther) furnish(true);
      change();
    },
    async read(url) {
      return (await loader.load(url)).scene;
    },
    setOverlay(wanted) {
      if (overlay !== null) {
        scene.remove(overlay);
        disposeOverlay(overlay);
      }
      overlay = wanted === null || model === null ? null : createOverlay(model, wanted.collider);
      if (overlay !== null) scene.add(overlay);
      change();
    },
    turn: (key) => rig.turn(key),
    setView: (view) => rig.setView(view),
    get player() {
      return player;
    },
    drawTexture(index, target, uv) {
      if (model === null) return;
      // The parts may have another material by now.
      surfaces.clear();
      drawTexture(model, index, target, uv);
      surfaces.show(model, look.surface);
    },
    dispose() {
      isGone = true;
      loop.stop();
      resize.disconnect();
      rig.dispose();
      surfaces.clear();
      player?.dispose();
      if (model !== null) freeModel(model);
      if (overlay !== null) disposeOverlay(overlay);
      surroundings.dispose();
      loader.dispose();
      renderer.dispose();
      // Browsers keep few contexts; this one is free for the next card.
      renderer.forceContextLoss();
    },
  };
}

/** Processors that draw in the place of a graphics card, by what they call themselves. */
const NO_CARD = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** False where a processor draws: it takes seconds for what a card does at once. */
function isDrawnByCard(renderer: WebGLRenderer): boolean {
  const context = renderer.getContext();
  const info = context.getExtension('WEBGL_debug_renderer_info');
  // Some browsers tell it without the extension, and some tell nothing.
  const name: unknown = context.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER);
  return !NO_CARD.test(String(name));
}
