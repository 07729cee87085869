/**
 * Merges two sides of `assets.gen.d.ts`, module by module, in the order that the generator writes:
 * assets by name, each followed by its outputs. The text is made from manifest and lock: where both sides
 * changed a module, ours stands until the next build writes it again.
 */
export function mergeTypes(sides: {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}): { readonly text: string; readonly conflicts: readonly string[] } {
  const base = partsOf(sides.base);
  const ours = partsOf(sides.ours);
  const theirs = partsOf(sides.theirs);
  const assets = [...new Set([...ours.assets.keys(), ...theirs.assets.keys()])].sort();
  const kept = assets.flatMap((asset) => {
    const [before, left, right] = [base, ours, theirs].map(
      (side) => side.assets.get(asset) ?? new Map<string, string>(),
    );
    if (before === undefined || left === undefined || right === undefined) return [];
    // The order of the outputs is ours, unless only they changed it.
    const first = sameKeys(before, left) ? right : left;
    const names = [...new Set([...first.keys(), ...left.keys(), ...right.keys()])];
    return names.flatMap((name) => {
      const isOurs = left.get(name) !== before.get(name);
      const text = isOurs ? left.get(name) : right.get(name);
      return text === undefined ? [] : [text];
    });
  });
  const head = ours.head === '' ? theirs.head : ours.head;
  return { text: head + kept.join(''), conflicts: [] };
}

interface Parts {
  readonly head: string;
  /** By asset: its modules by their id, the asset's own first. */
  readonly assets: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** The module of an asset is the one that declares it; those of its outputs follow. Patterns come before all. */
function partsOf(text: string): Parts {
  const [comment = '', ...all] = text.split(/^(?=declare module )/m);
  const isPattern = (each: string): boolean => /^declare module "[^"]*\*/.test(each);
  const modules = all.filter((each) => !isPattern(each));
  const head = comment + all.filter(isPattern).join('');
  const assets = new Map<string, Map<string, string>>();
  let own = new Map<string, string>();
  for (const each of modules) {
    const id = /^declare module "([^"]*)"/.exec(each)?.[1] ?? '';
    if (/^ {2}const asset:/m.test(each)) assets.set(id, (own = new Map()));
    own.set(id, each);
  }
  return { head, assets };
}

function sameKeys(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return JSON.stringify([...a.keys()]) === JSON.stringify([...b.keys()]);
}
