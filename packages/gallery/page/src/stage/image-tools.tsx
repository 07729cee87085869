import type { VNode } from 'preact';
import type { ImageFrame } from '../../../src/shared/image-frame.ts';
import { WHOLE } from '../../../src/shared/image-frame.ts';
import { Toggle } from './model-tools.tsx';

interface ImageToolsProps {
  readonly frame: ImageFrame;
  readonly onFrame: (frame: ImageFrame) => void;
  /** Whether squares show what is transparent. */
  readonly checker: boolean;
  readonly onChecker: (on: boolean) => void;
}

const ZOOMS: readonly (readonly [number, string])[] = [
  [0, 'Fit'],
  [1, '1:1'],
  [4, '4:1'],
];

/** How close one is to a picture, and what is seen through it. */
export function ImageTools({ frame, onFrame, checker, onChecker }: ImageToolsProps): VNode {
  return (
    <div class="model-tools" role="group" aria-label="View">
      <div class="choices" role="group" aria-label="Zoom">
        {ZOOMS.map(([scale, word]) => (
          <button
            key={word}
            type="button"
            aria-pressed={frame.scale === scale}
            onClick={() => onFrame(scale === 0 ? WHOLE : { ...frame, scale })}
          >
            {word}
          </button>
        ))}
      </div>
      <Toggle label="Checkerboard behind transparency" checked={checker} onChange={onChecker} />
    </div>
  );
}
