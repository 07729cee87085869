/** @param where what holds the URL, as the subject of a sentence */
export function unresolvedReference(id: string, where: string, hint: string = REMEDY): Error {
  const message = `${where} contains the URL "${id}", which only the build understands`;
  return Object.assign(new Error(message), {
    code: 'ASSETGEN_UNRESOLVED_REFERENCE',
    hint,
  });
}

const REMEDY =
  'Refer to it from a file that the bundler transforms itself: an import, a style sheet that JavaScript ' +
  'or HTML loads, or an attribute of an HTML entry.';
