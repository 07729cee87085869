import type { Fields } from './fields.ts';
import { checkPublicPath } from './check-public-path.ts';
import { checkImageOptions } from './check-image-options.ts';
import type { OutputShape } from './model-outputs.ts';
import { modelOutputs } from './model-outputs.ts';
import { checkOutputName, outputName } from './check-name.ts';
import type { AssetKind, ImageFormat, ImageStepOptions, Output, OutputStep } from './manifest.ts';
import type { RawObject } from './is-object.ts';
import { isVideoFormat, refuseVideoKeys, videoStep } from './video-step.ts';

const DEFAULT_OUTPUTS: Readonly<Record<AssetKind, string[]>> = {
  model: ['glb'],
  image: ['webp'],
  video: ['mp4'],
  chibi: ['glb'],
};

const IMAGE_OPTIONS = [
  'width',
  'height',
  'fit',
  'position',
  'quality',
  'effort',
  'lossless',
  'background',
] as const satisfies readonly (keyof ImageStepOptions)[];

/** What declarations without a problem came to, by their text: most assets of a kind ask for the same. */
export type KnownShapes = Readonly<Record<AssetKind, Map<string, readonly NamedShape[]>>>;

export function noKnownShapes(): KnownShapes {
  return { model: new Map(), image: new Map(), video: new Map(), chibi: new Map() };
}

/** An output before it has the name of its asset. */
interface NamedShape extends OutputShape {
  /** What its name ends with: `.640w.webp`. */
  readonly ending: string;
}

/** From so many outputs on a set of their names is quicker than to look at each. */
const MANY = 8;

/**
 * The outputs of an asset with every name made. `members` are the stems of a chibi batch: each
 * output is then one file a member, `team/ann.glb`.
 */
export function normaliseOutputs(
  fields: Fields,
  kind: AssetKind,
  members: readonly string[] | null,
  shapes: KnownShapes,
): Output[] {
  const specs = fields.get<unknown[]>('outputs', DEFAULT_OUTPUTS[kind]);
  const count = members === null ? 1 : members.length;
  /** Made anew while it is short: a list that grows keeps 17 places for one output. */
  let outputs: Output[] = [];
  let taken: Set<string> | null = null;
  const isTaken = (name: string): boolean => {
    if (outputs.length < MANY) return outputs.some((each) => each.name === name);
    taken ??= new Set(outputs.map((each) => each.name));
    return taken.has(name);
  };
  specs.forEach((spec, index) => {
    const made = knownOutput(fields, kind, spec, index, shapes);
    const given = typeof spec === 'string' ? undefined : (spec as RawObject)['public'];
    const path = publicPath(fields, given, index);
    for (let member = 0; member < count; member += 1) {
      const base = members === null ? fields.name : `${fields.name}/${members[member]}`;
      for (const { ending, format, suffix, step, lod, publicSuffix } of made) {
        const name = base + ending;
        const wrong = checkOutputName(name);
        if (wrong !== null) fields.problem(['outputs', index], wrong);
        if (outputs.length > 0 && isTaken(name)) {
          const hint = 'Give one of them a "suffix".';
          fields.problem(['outputs', index], `a second output of the name "${name}". ${hint}`);
          continue;
        }
        taken?.add(name);
        const output = {
          name,
          format,
          suffix,
          step,
          member,
          public: withSuffix(path, publicSuffix),
        };
        const whole = lod === undefined ? output : { ...output, lod };
        if (outputs.length === 0) outputs = [whole];
        else if (outputs.length < MANY) outputs = [...outputs, whole];
        else outputs.push(whole);
      }
    }
  });
  return outputs;
}

/** @param spec a format, or an object with one */
function knownOutput(
  fields: Fields,
  kind: AssetKind,
  spec: unknown,
  index: number,
  shapes: KnownShapes,
): readonly NamedShape[] {
  const key = typeof spec === 'string' ? spec : JSON.stringify(spec);
  const known = shapes[kind].get(key);
  if (known !== undefined) return known;
  const before = fields.problems.length;
  const value: RawObject = typeof spec === 'string' ? { format: spec } : (spec as RawObject);
  const made = normaliseOutput(fields, kind, value, index).map((shape) => ({
    ...shape,
    ending: outputName('', shape.suffix, shape.format),
  }));
  if (fields.problems.length === before) shapes[kind].set(key, made);
  return made;
}

function normaliseOutput(
  fields: Fields,
  kind: AssetKind,
  value: RawObject,
  index: number,
): OutputShape[] {
  if (kind === 'model' || kind === 'chibi') return modelOutputs(fields, value, index);
  const format = String(value['format']) as Output['format'];
  const given = value['suffix'] as string | undefined;
  const shape = (step: OutputStep, suffix: string | null): OutputShape[] => [
    { format, step, suffix: given ?? suffix },
  ];
  const options = pick<ImageStepOptions>(value, IMAGE_OPTIONS);
  const width = options.width === undefined ? null : `${options.width}w`;
  if (kind === 'video' && isVideoFormat(format)) {
    const step = videoStep(fields, value, format, index);
    return step === null ? [] : shape(step, width);
  }
  checkImageOptions(fields, value, index);
  if (kind === 'image') {
    return shape({ type: 'image', format: format as ImageFormat, options }, width);
  }
  refuseVideoKeys(fields, value, index);
  const poster = value['poster'];
  if (poster === undefined || poster === false) {
    const message =
      'an image of a video is its poster: expected "poster": true, or a time in seconds';
    fields.problem(['outputs', index], message);
    return [];
  }
  const at = poster === true ? 0 : Number(poster);
  return shape({ type: 'poster', format: format as ImageFormat, at, options }, 'poster');
}

/** `models/dragon.glb` is `models/dragon.lod1.glb` for a LOD. */
function withSuffix(path: string | null, suffix: string | undefined): string | null {
  if (path === null || suffix === undefined) return path;
  const at = /\.[^./]*$/.exec(path)?.index ?? path.length;
  return `${path.slice(0, at)}.${suffix}${path.slice(at)}`;
}

function publicPath(fields: Fields, given: unknown, index: number): string | null {
  if (given === undefined) return null;
  const value = String(given).replace(/^\/+/, '');
  const wrong = checkPublicPath(value);
  if (wrong !== null) fields.problem(['outputs', index, 'public'], wrong);
  return value;
}

/** What a step does anyway: written out or left out, the output is the same. */
const STEP_DEFAULTS: Readonly<Record<string, readonly unknown[]>> = {
  fit: ['cover'],
  position: ['centre', 'center'],
  lossless: [false],
};

function pick<T extends object>(value: RawObject, keys: readonly (keyof T & string)[]): T {
  const entries = keys
    .filter((key) => value[key] !== undefined && STEP_DEFAULTS[key]?.includes(value[key]) !== true)
    .map((key) => [key, value[key]]);
  return Object.fromEntries(entries) as T;
}
