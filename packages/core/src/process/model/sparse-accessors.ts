import type { Accessor, Document, TypedArray } from '@gltf-transform/core';

/** From here on a list of what is not zero takes more than the whole. @see SPARSE_DEFAULTS of glTF-Transform */
const RATIO = 1 / 3;

/**
 * Stores accessors that are mostly zeros as lists of what is not, as morph targets mostly are: what `sparse` of
 * glTF-Transform does. That one asks for each element by itself, which takes five times as long, and takes normalised
 * ones too, of whose lists glTF-Transform writes the shares of 1 as whole numbers: as zeros.
 */
export function sparseAccessors(document: Document): void {
  for (const accessor of document.getRoot().listAccessors()) {
    accessor.setSparse(isMostlyZero(accessor));
  }
}

function isMostlyZero(accessor: Accessor): boolean {
  const array = accessor.getArray();
  const count = accessor.getCount();
  if (!array || count === 0 || accessor.getNormalized()) return false;
  const size = accessor.getElementSize();
  let others = 0;
  for (let element = 0; element < count; element++) {
    if (!isZero(array, element * size, size)) others += 1;
    if (others / count >= RATIO) return false;
  }
  return true;
}

function isZero(array: TypedArray, start: number, size: number): boolean {
  for (let at = start; at < start + size; at++) if (Math.abs(array[at]!) > 0) return false;
  return true;
}
