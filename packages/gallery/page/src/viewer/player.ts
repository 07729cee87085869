import { AnimationMixer } from 'three';
import type { AnimationAction, AnimationClip, Object3D } from 'three';

/** Plays the animations of a model. */
export interface Player {
  /** Number of a clip; -1: the pose without one. */
  choose(clip: number): void;
  setPlaying(on: boolean): void;
  /** 1: as it was made. */
  setSpeed(factor: number): void;
  /** Unit: seconds from the beginning of the clip. */
  seek(seconds: number): void;
  /** Unit: seconds. */
  readonly time: number;
  /** @returns whether something moved. @param seconds since the last frame */
  update(seconds: number): boolean;
  dispose(): void;
}

export interface PlayerOptions {
  readonly isPlaying: boolean;
  /** From now on {@link Player.update} is to be called once a frame, until nothing moves. */
  readonly onStir: () => void;
}

export function createPlayer(
  model: Object3D,
  clips: readonly AnimationClip[],
  { isPlaying, onStir }: PlayerOptions,
): Player {
  const mixer = new AnimationMixer(model);
  let action: AnimationAction | null = null;
  let playing = isPlaying;
  let moved = false;

  function stir(): void {
    moved = true;
    onStir();
  }

  const player: Player = {
    choose(number) {
      action?.stop();
      const clip = clips[number];
      action = clip === undefined ? null : mixer.clipAction(clip).reset().play();
      mixer.update(0);
      stir();
    },
    setPlaying(on) {
      playing = on;
      stir();
    },
    setSpeed: (factor) => void (mixer.timeScale = factor),
    seek(seconds) {
      if (action === null) return;
      action.time = seconds;
      const { timeScale } = mixer;
      mixer.timeScale = 1;
      mixer.update(0);
      mixer.timeScale = timeScale;
      stir();
    },
    get time() {
      return action?.time ?? 0;
    },
    update(seconds) {
      if (playing && action !== null) {
        mixer.update(seconds);
        moved = true;
      }
      const was = moved;
      moved = false;
      return was;
    },
    dispose() {
      mixer.stopAllAction();
      mixer.uncacheRoot(model);
    },
  };
  player.choose(0);
  return player;
}
