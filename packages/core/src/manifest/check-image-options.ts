import type { Fields } from './fields.ts';
import type { RawObject } from './is-object.ts';

/**
 * Tells options of an image's encoder that its format does not have, and pairs of which one would
 * have no say: better told than passed over.
 * @param index of the output
 */
export function checkImageOptions(fields: Fields, value: RawObject, index: number): void {
  const { format, quality, lossless, effort } = value;
  const refuse = (key: string, message: string): void =>
    fields.problem(['outputs', index, key], message);
  if (lossless === true && format === 'jpeg') {
    refuse('lossless', 'not for jpeg, which is always lossy: expected webp, avif or png');
  }
  if (effort !== undefined && format === 'jpeg') {
    refuse('effort', 'not for jpeg, whose encoder has one effort: expected webp, avif or png');
  }
  if (lossless !== true || quality === undefined || format === 'jpeg') return;
  refuse(
    'quality',
    format === 'png'
      ? 'a quality makes a png of few colours, which "lossless" forbids: expected one of the two'
      : 'a lossless image has no quality: expected one of the two',
  );
}
