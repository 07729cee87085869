import type { Digest, Fingerprint } from '../brands.ts';
import type { Output, OutputStep } from '../manifest/manifest.ts';
import { canonicalJson, fingerprint, textFingerprint } from './canonical-json.ts';

/**
 * A version a step: the step's own and, where a library's encoder decides the bytes, the library's
 * major and minor. Kept here, away from the steps, so that a warm build need not load them.
 */
const STEP_VERSIONS: Readonly<Record<OutputStep['type'], string>> = {
  image: '3-sharp0.35',
  model: '8-gltf-transform4.5-basis2.5',
  thumbnail: '3-sharp0.35',
  collider: '2',
  convert: '1',
  video: '3',
  // Of ffmpeg it knows nothing: another version of it makes nothing stale.
  transcode: '2',
  poster: '3-sharp0.35',
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
  // Canonical JSON of { options, source, step, version }, but for the source.
  let text = texts.get(step);
  if (text === undefined) {
    const { type, ...options } = step;
    text = [
      `{"options":${canonicalJson(options)},"source":`,
      `,"step":"${type}","version":"${STEP_VERSIONS[type]}"}`,
    ];
    texts.set(step, text);
  }
  return textFingerprint(text[0] + JSON.stringify(source) + text[1]);
}

/** Of a conversion by the service, by the UUID it converts. */
export function convertFingerprint(uuid: string, format: string, size: number): Fingerprint {
  const version = STEP_VERSIONS.convert;
  return fingerprint({ format, size, step: 'convert', uuid, version });
}
