import type { Digest, Fingerprint } from '../brands.ts';
import type { Output, OutputStep } from '../manifest/manifest.ts';
import { canonicalJson, fingerprint, textFingerprint } from './canonical-json.ts';

/**
 * A version a step: the step's own and, where a library's encoder decides the bytes, the library's
 * major and minor. Kept here, away from the steps, so that a warm build need not load them.
 */
export const STEP_VERSIONS: Readonly<Record<OutputStep['type'], string>> = {
  image: '3-sharp0.35',
  model: '11-gltf-transform4.5-basis2.5',
  thumbnail: '4-sharp0.35',
  collider: '2',
  convert: '1',
  video: '3',
  // Of ffmpeg it knows nothing: another version of it makes nothing stale.
  transcode: '3',
  poster: '4-sharp0.35',
};

/** Texts of steps, before and behind the source: thousands of assets share a few of them. */
export type StepTexts = Map<OutputStep, readonly [before: string, behind: string]>;

/**
 * Of an output: its source's digest, its step, the options and the step's version.
 * @param texts keeps what is made for a step. @default nothing is kept
 */
export function outputFingerprint(
  { step }: Output,
  source: Digest,
  texts: StepTexts = new Map(),
): Fingerprint {
  let text = texts.get(step);
  if (text === undefined) {
    text = textsOf(step, STEP_VERSIONS[step.type]);
    texts.set(step, text);
  }
  return textFingerprint(text[0] + JSON.stringify(source) + text[1]);
}

/** Canonical JSON of { options, source, step, version }, but for the source. */
function textsOf(
  { type, ...options }: OutputStep,
  version: string,
): readonly [before: string, behind: string] {
  return [
    `{"options":${canonicalJson(options)},"source":`,
    `,"step":"${type}","version":"${version}"}`,
  ];
}

/** How far ahead of this version of assetgen another one may be for its steps to be told. */
const AHEAD = 9;

/**
 * Whether an output of the same source by the same options has this fingerprint in an earlier or a later version of
 * assetgen; null where neither has.
 */
export function otherVersion(
  { step }: Output,
  source: Digest,
  known: Fingerprint,
): 'earlier' | 'later' | null {
  const [, number = '', library = ''] = /^(\d+)(.*)$/.exec(STEP_VERSIONS[step.type]) ?? [];
  const isOf = (version: number): boolean => {
    const [before, behind] = textsOf(step, `${version}${library}`);
    return textFingerprint(before + JSON.stringify(source) + behind) === known;
  };
  const now = Number(number);
  for (let version = now - 1; version > 0; version--) if (isOf(version)) return 'earlier';
  for (let version = now + 1; version <= now + AHEAD; version++) if (isOf(version)) return 'later';
  return null;
}

/** Of a conversion by the service, by the UUID it converts. */
export function convertFingerprint(uuid: string, format: string, size: number): Fingerprint {
  const version = STEP_VERSIONS.convert;
  return fingerprint({ format, size, step: 'convert', uuid, version });
}
