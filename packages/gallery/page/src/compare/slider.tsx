import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { ImageFrame } from '../../../src/shared/image-frame.ts';
import { ImageView } from '../stage/image-view.tsx';
import type { StageItem } from '../stage/stage-item.ts';

interface SliderProps {
  readonly before: StageItem;
  readonly after: StageItem;
  readonly frame: ImageFrame;
  readonly onFrame: (frame: ImageFrame) => void;
  readonly checker: boolean;
}

/** Two pictures on one place; a handle between them is dragged, or moved by the arrow keys. */
export function Slider({ before, after, frame, onFrame, checker }: SliderProps): VNode {
  const [part, setPart] = useState(50);
  const box = useRef<HTMLDivElement>(null);
  const drag = (x: number): void => {
    const { left, width } = box.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    setPart(Math.min(100, Math.max(0, ((x - left) / width) * 100)));
  };
  return (
    <div ref={box} class={checker ? 'stage of-image compare checker' : 'stage of-image compare'}>
      <ImageView
        item={after}
        label={after.label}
        frame={frame}
        onFrame={onFrame}
        over={before}
        part={part}
      />
      <span class="badge over left">{before.label}</span>
      <span class="badge over right">{after.label}</span>
      <div class="divider" style={{ left: `${part}%` }}>
        <input
          type="range"
          class="unseen"
          min={0}
          max={100}
          step={1}
          value={Math.round(part)}
          aria-label={`How much of ${before.label} is shown before ${after.label}`}
          aria-valuetext={`${Math.round(part)} %`}
          onInput={({ currentTarget }) => setPart(Number(currentTarget.value))}
        />
        <span
          class="handle"
          aria-hidden="true"
          onPointerDown={({ currentTarget, pointerId }) =>
            currentTarget.setPointerCapture(pointerId)
          }
          onPointerMove={({ currentTarget, pointerId, clientX }) => {
            if (currentTarget.hasPointerCapture(pointerId)) drag(clientX);
          }}
        >
          ↔
        </span>
      </div>
    </div>
  );
}
