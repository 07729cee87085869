import type { Film } from './film.ts';

/** How long one film fades into the next. Unit: seconds. */
const FADE = 0.9;

/** Films of one length shown in turns, each for its share of the time, fading into the next. */
export function createSequence(films: readonly [Film, ...Film[]], seconds: number): Film {
  const share = seconds / films.length;
  return {
    frameAt(time) {
      const place = Math.min(films.length - 1, Math.floor(time / share));
      const film = films[place] ?? films[0];
      const next = films[place + 1];
      const fade = Math.min(FADE, share);
      const into = (time - (place + 1) * share + fade) / fade;
      const frame = film.frameAt(time);
      if (next === undefined || into <= 0) return frame;
      return blendFrames(frame, next.frameAt(time), Math.round(into * 256));
    },
  };
}

/** Mixes `other` into `frame`, in place. `amount` is 0 to 256. */
function blendFrames(frame: Uint8Array, other: Uint8Array, amount: number): Uint8Array {
  const rest = 256 - amount;
  for (let slot = 0; slot < frame.length; slot++) {
    frame[slot] = ((frame[slot] as number) * rest + (other[slot] as number) * amount) >> 8;
  }
  return frame;
}
