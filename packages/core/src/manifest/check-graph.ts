import { inputsOf } from './inputs-of.ts';
import { collisions } from './check-name.ts';
import { nearest } from './nearest.ts';
import type { Asset, Problem } from './manifest.ts';

/** Most assets that feed each other in a row: what walks the graph does so on the stack. */
const MAX_CHAIN = 100;

/** Nearest names are only looked for while somebody would read them. */
const MOST_HINTS = 100;

/**
 * What is wrong between assets: an input that no asset makes, one that is no image, a cycle.
 * @param declare gives every name that stands in a manifest, those with a wrong entry too
 */
export function checkGraph(
  assets: readonly Asset[],
  byName: ReadonlyMap<string, Asset>,
  declare: () => readonly string[],
): Problem[] {
  /** Made with the first name that is missing. */
  let names: ReadonlySet<string> | null = null;
  const declared = (): ReadonlySet<string> => (names ??= new Set(declare()));
  const problems: Problem[] = [];
  const edges = new Map<string, string[]>();
  const follow = (asset: Asset): void => {
    for (const input of inputsOf(asset)) {
      if (input.type !== 'asset') continue;
      const target = byName.get(input.name);
      const path = `assets.${asset.name}`;
      if (target === undefined && declared().has(input.name)) continue;
      if (target === undefined) {
        const near = problems.length < MOST_HINTS ? nearest(input.name, declared()) : null;
        const hint = near === null ? '' : ` Did you mean "${near}"?`;
        problems.push({
          position: input.position,
          path,
          message: `no asset "${input.name}".${hint}`,
        });
      } else if (target.kind !== 'image') {
        const message = `expected an image asset, found "${input.name}", a ${target.kind}`;
        problems.push({ position: input.position, path, message });
      } else {
        const targets = edges.get(asset.name);
        if (targets === undefined) edges.set(asset.name, [input.name]);
        else targets.push(input.name);
      }
    }
  };
  assets.forEach(follow);
  const found = findCycle(edges);
  if (found !== null) {
    const { trail, isCycle } = found;
    const first = trail[0] ?? '';
    const position = byName.get(first)?.position ?? { file: '', line: 1, column: 1 };
    const message = isCycle
      ? `these assets form a dependency cycle: ${trail.join(' → ')}`
      : `expected at most ${MAX_CHAIN} assets in a chain of dependencies, found more`;
    problems.push({ position, path: `assets.${first}`, message });
  }
  return problems;
}

interface Trail {
  readonly trail: readonly string[];
  /** False for one that is only too long. */
  readonly isCycle: boolean;
}

/** A cycle, or a chain that is too long. Depth first; each asset is entered once. */
function findCycle(edges: ReadonlyMap<string, readonly string[]>): Trail | null {
  /** How many assets stand below one, itself included. */
  const heights = new Map<string, number>();
  for (const start of edges.keys()) {
    const trail: string[] = [];
    const onTrail = new Set<string>();
    const stack: { readonly name: string; next: number; height: number }[] = [];
    const enter = (name: string): void => {
      stack.push({ name, next: 0, height: 1 });
      trail.push(name);
      onTrail.add(name);
    };
    if (!heights.has(start)) enter(start);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const target = edges.get(top.name)?.[top.next++];
      if (target === undefined) {
        if (top.height > MAX_CHAIN) return { trail: [top.name], isCycle: false };
        heights.set(top.name, top.height);
        onTrail.delete(top.name);
        trail.pop();
        stack.pop();
        const above = stack.at(-1);
        if (above !== undefined) above.height = Math.max(above.height, top.height + 1);
      } else if (onTrail.has(target)) {
        return { trail: [...trail.slice(trail.indexOf(target)), target], isCycle: true };
      } else {
        const known = heights.get(target);
        if (known === undefined) enter(target);
        else top.height = Math.max(top.height, known + 1);
      }
    }
  }
  return null;
}

/** Import names and public URLs that two outputs would share. */
export function checkCollisions(
  assets: readonly Asset[],
  byName: ReadonlyMap<string, Asset>,
): Problem[] {
  const problems = collisions(assets, byName).map((found) => ({
    position: byName.get(found.asset)?.position ?? { file: '', line: 1, column: 1 },
    path: `assets.${found.asset}`,
    message: `the output "${found.output}" collides with ${found.with}`,
  }));
  problems.push(...publicCollisions(assets));
  return problems;
}

/** Public URLs are files of one folder: without regard to case, and none is a folder of another. */
function publicCollisions(assets: readonly Asset[]): Problem[] {
  const owners = new Map<string, string>();
  const problems: Problem[] = [];
  const taken: { readonly asset: Asset; readonly output: string; readonly url: string }[] = [];
  assets.forEach((asset) => {
    for (const { name: output, public: url } of asset.outputs) {
      if (url !== null) taken.push({ asset, output, url });
    }
  });
  const tell = (asset: Asset, message: string): void => {
    problems.push({ position: asset.position, path: `assets.${asset.name}`, message });
  };
  for (const { asset, output, url } of taken) {
    const other = owners.get(url.toLowerCase());
    if (other !== undefined) tell(asset, `"public": "${url}" is taken by "${other}" already`);
    else owners.set(url.toLowerCase(), output);
  }
  for (const { asset, url } of taken) {
    for (let slash = url.indexOf('/'); slash !== -1; slash = url.indexOf('/', slash + 1)) {
      const folder = url.slice(0, slash);
      const other = owners.get(folder.toLowerCase());
      if (other === undefined) continue;
      tell(asset, `"public": "${url}" needs a folder "${folder}", which is the file of "${other}"`);
    }
  }
  return problems;
}
