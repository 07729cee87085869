import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { contentUrl } from '../api.ts';
import type { ImageFrame, Size } from '../../../src/shared/image-frame.ts';
import { panImage, placeImage, zoomImage } from '../../../src/shared/image-frame.ts';
import { Poster } from '../list/poster.tsx';
import type { StageItem } from './stage-item.ts';

interface ImageViewProps {
  readonly item: StageItem;
  /** For those who do not see it. */
  readonly label: string;
  readonly frame: ImageFrame;
  readonly onFrame: (frame: ImageFrame) => void;
  /** Lies over the picture, in its place: the other side of a slider. */
  readonly over?: StageItem | undefined;
  /** Of the width, what shows `over`: 0 to 100. @default 0 */
  readonly part?: number;
}

const ZOOM = 1.25;
/** Unit: CSS pixels. */
const STEP = 40;

/** A picture to come close to: the wheel and + - zoom, dragging and arrow keys move it. */
export function ImageView(props: ImageViewProps): VNode {
  const { item, label, frame, onFrame, over, part = 0 } = props;
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<Size | null>(null);
  const [natural, setNatural] = useState<Size | null>(sizeOf(item));
  const [isStanding, setStanding] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const look = (): void => setRoom({ width: element.clientWidth, height: element.clientHeight });
    look();
    const resize = new ResizeObserver(look);
    resize.observe(element);
    return () => resize.disconnect();
  }, []);
  useEffect(() => setStanding(false), [item.digest]);

  const ratio = devicePixelRatio;
  const placed = room === null || natural === null ? null : placeImage(room, natural, frame, ratio);
  const zoom = (factor: number, at?: { readonly x: number; readonly y: number }): void => {
    if (room === null || natural === null) return;
    const middle = { x: room.width / 2, y: room.height / 2 };
    onFrame(zoomImage(room, natural, frame, ratio, factor, at ?? middle));
  };
  const move = (dx: number, dy: number): void => {
    if (placed !== null) onFrame(panImage(placed, frame, dx, dy));
  };

  // Preact's wheel listeners are passive: the page would scroll.
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const turn = (event: WheelEvent): void => {
      if (!event.ctrlKey && frame.scale === 0) return;
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      zoom(event.deltaY < 0 ? ZOOM : 1 / ZOOM, {
        x: event.clientX - left,
        y: event.clientY - top,
      });
    };
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  });

  const style =
    placed === null
      ? { inset: '0', width: '100%', height: '100%' }
      : {
          left: `${placed.left}px`,
          top: `${placed.top}px`,
          width: `${placed.width}px`,
          height: `${placed.height}px`,
        };
  return (
    <div
      ref={box}
      class={frame.scale === 0 ? 'image-view' : 'image-view close'}
      role="group"
      aria-label={`${label}. Plus and minus zoom, arrow keys move it.`}
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey) return;
        if (pressed(event.key, frame, zoom, move)) {
          event.preventDefault();
          event.stopPropagation();
        }
      }}
      onPointerDown={({ currentTarget, pointerId, button }) => {
        if (button === 0 && frame.scale !== 0) currentTarget.setPointerCapture(pointerId);
      }}
      onPointerMove={({ currentTarget, pointerId, movementX, movementY }) => {
        if (currentTarget.hasPointerCapture(pointerId)) move(movementX, movementY);
      }}
    >
      {isStanding ? null : <Poster digest={item.digest} />}
      <img
        key={item.digest}
        class={frame.scale > 1 ? 'full sharp' : 'full'}
        src={contentUrl(item.digest)}
        alt={label}
        style={style}
        draggable={false}
        onLoad={({ currentTarget }) => {
          const { naturalWidth, naturalHeight } = currentTarget;
          setNatural({ width: naturalWidth, height: naturalHeight });
          setStanding(true);
        }}
      />
      {over === undefined ? null : (
        <div class="over-half" style={{ clipPath: `inset(0 ${100 - part}% 0 0)` }}>
          <img
            class={frame.scale > 1 ? 'full before sharp' : 'full before'}
            src={contentUrl(over.digest)}
            alt={over.label}
            style={style}
            draggable={false}
          />
        </div>
      )}
    </div>
  );
}

/** Says whether the key means something. */
function pressed(
  key: string,
  { scale }: ImageFrame,
  zoom: (factor: number) => void,
  move: (dx: number, dy: number) => void,
): boolean {
  if (key === '+' || key === '=') zoom(ZOOM);
  else if (key === '-') zoom(1 / ZOOM);
  // An image that is seen whole does not move: the keys lead to its neighbours.
  else if (scale === 0) return false;
  else if (key === 'ArrowLeft') move(STEP, 0);
  else if (key === 'ArrowRight') move(-STEP, 0);
  else if (key === 'ArrowUp') move(0, STEP);
  else if (key === 'ArrowDown') move(0, -STEP);
  else return false;
  return true;
}

function sizeOf({ width, height }: StageItem): Size | null {
  return width === null || height === null ? null : { width, height };
}
