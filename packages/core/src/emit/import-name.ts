/**
 * The name that code gives an import: `props/red-lamp.v2` → `redLampV2`. It is an identifier of a module: a word of the
 * language gets another word after it.
 */
export function importName(asset: string): string {
  const stem = asset.split('/').at(-1) ?? '';
  const joined = stem.replaceAll(/[^a-zA-Z\d]+(.)?/g, (_all, next?: string) =>
    (next ?? '').toUpperCase(),
  );
  if (!/^[a-z]/i.test(joined)) return `asset${joined}`;
  return WORDS.has(joined) ? `${joined}Asset` : joined;
}

const WORDS: ReadonlySet<string> = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends ' +
    'false finally for function if implements import in instanceof interface let new null package private protected ' +
    'public return static super switch this throw true try typeof var void while with yield'
  ).split(' '),
);
