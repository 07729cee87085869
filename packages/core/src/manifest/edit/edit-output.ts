import { parse } from 'jsonc-parser';
import { editAsset, editWithin, entryOf, removeWithin } from './edit-asset.ts';
import { isObject } from '../is-object.ts';

/** Where a field of a declared output stands. */
export interface OutputPlace {
  /** All outputs that the asset asks for, as they are written. */
  readonly outputs: readonly unknown[];
  readonly index: number;
  /** `textures.maxSize`; empty: the whole output. */
  readonly key: string;
}

/**
 * Outputs as a manifest writes them: those of the asset, else of the defaults of its kind.
 * @returns null where neither names any
 */
export function declaredOutputs(
  text: string,
  name: string,
  kind: string,
): readonly unknown[] | null {
  const document: unknown = parse(text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true });
  const defaults = valueAt(valueAt(document, 'defaults'), kind);
  const given = valueAt(entryOf(text, name), 'outputs') ?? valueAt(defaults, 'outputs');
  return Array.isArray(given) ? given : null;
}

/**
 * Sets a field of one declared output in the text of a manifest, or takes it out. Everything else stays byte for
 * byte. Outputs of the defaults become the asset's own.
 * @param value undefined: the field, or the output, is taken out
 */
export function editOutput(
  text: string,
  name: string,
  { outputs, index, key }: OutputPlace,
  value: unknown,
): string {
  const output = outputs[index];
  const [outer, inner] = key === '' ? [] : key.split('.');
  if (!Array.isArray(valueAt(entryOf(text, name), 'outputs'))) {
    const changed = outer === undefined ? [] : [withField(output, outer, inner, value)];
    const all = [...outputs.slice(0, index), ...changed, ...outputs.slice(index + 1)];
    return editAsset(text, name, { outputs: all });
  }
  const place = ['outputs', index];
  if (outer === undefined) return removeWithin(text, name, ['outputs', index]);
  // `"webp"` becomes an object.
  if (!isObject(output)) {
    return editWithin(text, name, place, withField(output, outer, inner, value));
  }
  if (inner === undefined) return editWithin(text, name, [...place, outer], value);
  if (isObject(output[outer])) return editWithin(text, name, [...place, outer, inner], value);
  return value === undefined ? text : editWithin(text, name, [...place, outer], { [inner]: value });
}

function withField(
  output: unknown,
  outer: string,
  inner: string | undefined,
  value: unknown,
): object {
  const whole = isObject(output) ? output : { format: output };
  if (inner === undefined) return { ...whole, [outer]: value };
  const within = isObject(whole[outer]) ? whole[outer] : {};
  return { ...whole, [outer]: { ...within, [inner]: value } };
}

function valueAt(value: unknown, key: string): unknown {
  return isObject(value) ? value[key] : undefined;
}
