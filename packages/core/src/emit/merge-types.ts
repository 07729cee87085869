/**
 * Merges two sides of `assets.gen.d.ts`, module by module. It is made from the manifest: where both
 * sides changed a module, ours stands until the next build writes it anew.
 */
export function mergeTypes(sides: {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}): { readonly text: string; readonly conflicts: readonly string[] } {
  const [base, ours, theirs] = [sides.base, sides.ours, sides.theirs].map(modulesOf);
  if (base === undefined || ours === undefined || theirs === undefined)
    throw new TypeError('sides');
  const names = [...new Set([...ours.modules.keys(), ...theirs.modules.keys()])].sort();
  const kept = names.flatMap((name) => {
    const [before, left, right] = [base, ours, theirs].map((side) => side.modules.get(name));
    const text = left === before ? right : left;
    return text === undefined ? [] : [text];
  });
  const head = ours.head === '' ? theirs.head : ours.head;
  return { text: head + kept.join(''), conflicts: [] };
}

function modulesOf(text: string): {
  readonly head: string;
  readonly modules: ReadonlyMap<string, string>;
} {
  const [head = '', ...rest] = text.split(/^(?=declare module )/m);
  return { head, modules: new Map(rest.map((each) => [each.split('\n', 1)[0] ?? '', each])) };
}
