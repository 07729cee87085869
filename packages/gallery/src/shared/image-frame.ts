/** How a picture is looked at. Every side of a comparison takes the same. */
export interface ImageFrame {
  /** 0: as large as fits; 1: a pixel of the picture on a pixel of the screen. */
  readonly scale: number;
  /** What stands in the middle, as a part of width and height: 0 to 1. */
  readonly x: number;
  readonly y: number;
}

export const WHOLE: ImageFrame = { scale: 0, x: 0.5, y: 0.5 };

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const MOST_SCALE = 16;
const LEAST_SCALE = 1 / 16;

/** Where a picture stands in its box. Unit: CSS pixels. */
export interface Placed extends Size {
  readonly left: number;
  readonly top: number;
}

/** @param ratio pixels of the screen to a CSS pixel */
export function placeImage(box: Size, image: Size, frame: ImageFrame, ratio: number): Placed {
  const scale = frame.scale === 0 ? fitScale(box, image) : frame.scale / ratio;
  const [width, height] = [image.width * scale, image.height * scale];
  return {
    width,
    height,
    left: edge(box.width, width, frame.x),
    top: edge(box.height, height, frame.y),
  };
}

/** The frame that has the same point of the picture below the pointer, closer or farther. */
export function zoomImage(
  box: Size,
  image: Size,
  frame: ImageFrame,
  ratio: number,
  factor: number,
  at: { readonly x: number; readonly y: number },
): ImageFrame {
  const before = placeImage(box, image, frame, ratio);
  const scale = Math.min(
    MOST_SCALE,
    Math.max(LEAST_SCALE, (before.width / image.width) * ratio * factor),
  );
  const grown = (scale / ratio) * image.width;
  const high = (scale / ratio) * image.height;
  const [x, y] = [(at.x - before.left) / before.width, (at.y - before.top) / before.height];
  return clampFrame({
    scale,
    x: x + (box.width / 2 - at.x) / grown,
    y: y + (box.height / 2 - at.y) / high,
  });
}

/** @param dx CSS pixels that the picture goes to the right */
export function panImage(placed: Size, frame: ImageFrame, dx: number, dy: number): ImageFrame {
  return clampFrame({
    ...frame,
    x: frame.x - dx / placed.width,
    y: frame.y - dy / placed.height,
  });
}

function clampFrame({ scale, x, y }: ImageFrame): ImageFrame {
  const part = (value: number): number => Math.min(1, Math.max(0, value));
  return { scale, x: part(x), y: part(y) };
}

/** A picture that is smaller than its box is not made larger than it is. */
function fitScale(box: Size, image: Size): number {
  return Math.min(box.width / image.width, box.height / image.height);
}

/** An image that fits is in the middle; what does not has no gap at an edge. */
function edge(room: number, length: number, part: number): number {
  if (length <= room) return (room - length) / 2;
  return Math.min(0, Math.max(room - length, room / 2 - part * length));
}
