import { MODEL_FORMATS } from '@assetgen/client/wire';
import type { Asset, BrokenLimit, Output } from '@assetgen/core';
import type { FieldCure, ProblemMessage } from '../shared/messages.ts';

/** Keys of an output that can help, by what went wrong; the first row that fits counts. */
const HELPING: readonly (readonly [code: RegExp, message: RegExp, keys: readonly string[]])[] = [
  [/EXPECT$/, /expected maxBytes/, ['quality', 'width', 'textures.maxSize', 'maxTriangles']],
  [/EXPECT$/, /expected maxTriangles/, ['maxTriangles']],
  [/EXPECT$/, /expected maxGpuBytes/, ['textures.maxSize']],
  [/EXPECT$/, /expected maxDrawCalls/, ['join']],
  [/EXPECT$/, /./, []],
  [/KTX_MISSING$/, /./, ['textures.encoder']],
  [/FFMPEG_MISSING$/, /./, ['format', 'codec']],
  [/CONTENT$/, /KTX2/i, ['textures.maxSize', 'textures.format']],
  [/CONTENT$/, /no frame at/, ['poster']],
  [/CONTENT$/, / has at most [\d,]+ pixels a side/, ['width', 'format']],
  [/./, /./, ['format', 'size']],
];

const IMAGE_FORMATS = ['webp', 'avif', 'jpeg', 'png'];
const CODECS: Readonly<Record<string, readonly string[]>> = {
  mp4: ['h264', 'hevc', 'av1'],
  webm: ['vp9', 'av1'],
};
/** A side that every format and every graphics card takes. Unit: pixels. */
const WIDE = 4096;
/** Of textures. Unit: pixels. */
const TEXTURE = 1024;
/** A quality that encoders take about by themselves. */
const QUALITY = 80;

type Field = Pick<FieldCure, 'key' | 'label' | 'act' | 'now' | 'next' | 'choices'>;

/**
 * What can be changed about the output that a failure is of, each with a value that can succeed.
 * @param broken the limit that it does not keep; null: it is about no limit
 */
export function outputCures(
  { code, message }: Pick<ProblemMessage, 'code' | 'message'>,
  asset: Asset,
  output: Output,
  broken: BrokenLimit | null,
): FieldCure[] {
  const row = HELPING.find(([ofCode, ofMessage]) => ofCode.test(code) && ofMessage.test(message));
  const fields = (row?.[2] ?? []).flatMap((key) => FIELDS[key]?.(output, broken) ?? []);
  // A limit is kept by another value; what cannot be made may be left out where there is something else.
  const isLeft = code !== 'ASSETGEN_EXPECT' && asset.outputs.some((each) => isOther(each, output));
  const file = output.name.split('/').at(-1) ?? '';
  const act = `Leave out ${file}`;
  const leave: Field = { key: '', label: file, act, now: file, next: null, choices: [null] };
  return [...fields, ...(isLeft ? [leave] : [])].map((field) => ({
    type: 'field',
    output: output.name,
    ...field,
    label: field.key === '' ? file : `${field.label} of ${file}`,
  }));
}

/** Whether another declaration makes it: levels of detail, and the figures of a batch, are of one. */
function isOther(each: Output, output: Output): boolean {
  return each.member === output.member && each.name !== output.name && each.lod === undefined;
}

/** What it is called, and what the button does. */
type Words = readonly [label: string, act: string];
type FieldOf = (output: Output, broken: BrokenLimit | null) => Field | null;

const FIELDS: Readonly<Record<string, FieldOf>> = {
  quality({ step }, broken) {
    if (!hasPixels(step) || step.options.lossless === true || step.format === 'png') return null;
    const { quality } = step.options;
    const next = Math.floor((quality ?? QUALITY) * partOf(broken));
    return number('quality', ['Quality', 'Change the quality'], quality, next);
  },
  width({ step }, broken) {
    if (!hasPixels(step)) return null;
    const { width } = step.options;
    const next = Math.floor(Math.min(WIDE, width ?? WIDE) * Math.sqrt(partOf(broken)));
    return number('width', ['Width in pixels', 'Change the width'], width, next);
  },
  maxTriangles({ step }, broken) {
    if (step.type !== 'model') return null;
    const { maxTriangles } = step.options;
    const next =
      broken?.key === 'maxTriangles' ? broken.limit : (maxTriangles ?? 50_000) * partOf(broken);
    return number(
      'maxTriangles',
      ['Most triangles', 'Keep fewer triangles'],
      maxTriangles,
      Math.floor(next),
    );
  },
  join({ step }) {
    return step.type === 'model' && step.options.join === undefined
      ? choice('join', ['Meshes of one material', 'Join them'], 'apart', [true])
      : null;
  },
  poster({ step }) {
    return step.type === 'poster'
      ? number('poster', ['Time in seconds', 'Change the time'], step.at, 0)
      : null;
  },
  format({ step, format }) {
    if (step.type === 'transcode')
      return choice('format', ['Format', 'Change the format'], format, Object.keys(CODECS));
    if (step.type === 'convert')
      return choice('format', ['Format', 'Change the format'], format, MODEL_FORMATS);
    return hasPixels(step)
      ? choice('format', ['Format', 'Change the format'], format, IMAGE_FORMATS)
      : null;
  },
  codec({ step }) {
    if (step.type !== 'transcode') return null;
    const codecs = CODECS[step.format] ?? [];
    return choice(
      'codec',
      ['Codec', 'Change the codec'],
      step.options.codec ?? codecs[0] ?? '',
      codecs,
    );
  },
  size({ step }) {
    return step.type === 'convert'
      ? number('size', ['Size in millimetres', 'Change the size'], step.size, step.size)
      : null;
  },
  'textures.maxSize'({ step }) {
    if (step.type !== 'model') return null;
    const { maxSize } = step.options.textures ?? {};
    const next = maxSize === undefined ? TEXTURE : Math.ceil(maxSize / 2);
    return number(
      'textures.maxSize',
      ['Largest texture in pixels', 'Make textures smaller'],
      maxSize,
      next,
    );
  },
  'textures.format'({ step }) {
    return step.type === 'model'
      ? choice(
          'textures.format',
          ['Textures', 'Change the textures'],
          step.options.textures?.format ?? 'as they are',
          ['webp', 'png'],
        )
      : null;
  },
  'textures.encoder'({ step }) {
    return step.type === 'model'
      ? choice('textures.encoder', ['Encoder of textures', 'Use the built-in encoder'], 'native', [
          null,
        ])
      : null;
  },
};

type Pictured = Extract<Output['step'], { type: 'image' | 'poster' | 'thumbnail' }>;

function hasPixels(step: Output['step']): step is Pictured {
  return step.type === 'image' || step.type === 'poster' || step.type === 'thumbnail';
}

function number(key: string, [label, act]: Words, now: number | undefined, next: number): Field {
  const least = key === 'poster' ? 0 : 1;
  return { key, label, act, now: now ?? null, next: Math.max(least, next), choices: null };
}

/** Each but the one that there is. */
function choice(
  key: string,
  [label, act]: Words,
  now: string,
  all: readonly (string | boolean | null)[],
): Field | null {
  const choices = all.filter((each) => each !== now);
  const [next] = choices;
  return next === undefined ? null : { key, label, act, now, next, choices };
}

/** To which share it has to shrink: 0 to 1. */
function partOf(broken: BrokenLimit | null): number {
  return broken === null ? 1 : Math.min(1, broken.limit / Math.max(1, broken.found));
}
