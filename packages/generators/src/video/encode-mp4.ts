import { randomUUID } from 'node:crypto';
import { finishMp4 } from './finish-mp4.ts';

export interface Mp4Options {
  /** Even. Unit: pixels. */
  readonly width: number;
  /** Even. Unit: pixels. */
  readonly height: number;
  readonly framesPerSecond: number;
  readonly frames: number;
  /** 10 (best) to 51. */
  readonly quantizer: number;
}

/**
 * Encodes YUV 4:2:0 frames to an H.264 MP4 (minih264 and mp4v2 as WebAssembly). Lets other work
 * of the process run between frames.
 *
 * @param frame Gives the frame of an index; may give the same buffer every time.
 */
export async function encodeMp4(
  options: Mp4Options,
  frame: (index: number) => Uint8Array,
  onFrame: (done: number) => void,
): Promise<Uint8Array> {
  const { default: library } = await import('h264-mp4-encoder');
  const encoder = await library.createH264MP4Encoder();
  // All encoders of a process share one file system: the name keeps two videos apart.
  encoder.outputFilename = `${randomUUID()}.mp4`;
  encoder.width = options.width;
  encoder.height = options.height;
  encoder.frameRate = options.framesPerSecond;
  encoder.quantizationParameter = options.quantizer;
  const keyEvery = options.framesPerSecond;
  encoder.groupOfPictures = keyEvery;
  // The fastest: at 720p it takes 13 ms a frame where the next steps take twice that.
  encoder.speed = 10;
  let finished = false;
  try {
    encoder.initialize();
    for (let index = 0; index < options.frames; index++) {
      encoder.addFrameYuv(frame(index));
      onFrame(index + 1);
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
    }
    encoder.finalize();
    finished = true;
    return finishMp4(encoder.FS.readFile(encoder.outputFilename), options.frames, keyEvery);
  } finally {
    if (!finished) encoder.finalize();
    encoder.FS.unlink(encoder.outputFilename);
    encoder.delete();
  }
}
