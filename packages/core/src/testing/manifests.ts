import { parseDocument } from '../manifest/parse-document.ts';
import { normalise } from '../manifest/normalise.ts';
import { ManifestError } from '../manifest/manifest-error.ts';
import type { Asset, Manifest } from '../manifest/manifest.ts';
import { validateDocument } from '../manifest/validate-document.ts';

/** The root that tests name; nothing stands there. */
const ROOT = '/project';

/** The manifest of texts by file, as the pipeline reads it. Throws a {@link ManifestError}. */
export function manifestOf(texts: Readonly<Record<string, string>>): Manifest {
  const raw = Object.entries(texts).map(([file, text]) =>
    validateDocument(parseDocument(file, text)),
  );
  return normalise(raw, ROOT);
}

/** The manifest of one text. */
const parse = (text: string): Manifest => manifestOf({ 'assets.gen.json': text });

/** The normalised asset `a` of an entry, with defaults by kind. */
export function assetOf(entry: unknown, defaults: unknown = {}): Asset {
  const others = { concept: { kind: 'image', prompt: 'a concept' } };
  const text = JSON.stringify({ defaults, assets: { a: entry, ...others } });
  const asset = parse(text).assets.find((each) => each.name === 'a');
  if (asset === undefined) throw new Error('no asset');
  return asset;
}

/** The message of the error that a manifest gives. */
export function errorOf(texts: string | Readonly<Record<string, string>>): string {
  try {
    manifestOf(typeof texts === 'string' ? { 'assets.gen.json': texts } : texts);
  } catch (error) {
    if (error instanceof ManifestError) return error.message;
    throw error;
  }
  return 'no error';
}

/** The message that an asset named `a` of this entry gives, without the place. */
export function problemOf(entry: unknown, defaults: unknown = {}): string {
  const others = { concept: { kind: 'image', prompt: 'x' }, film: { kind: 'video', prompt: 'x' } };
  const text = JSON.stringify({ defaults, assets: { a: entry, ...others } });
  return errorOf(text).replaceAll(/assets\.gen\.json:\d+:\d+ /g, '');
}
