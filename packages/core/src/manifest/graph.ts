import { inputsOf } from './inputs.ts';
import { collisions } from './names.ts';
import { nearest } from './nearest.ts';
import type { Asset, Problem } from './types.ts';

/**
 * What is wrong between assets: an input that no asset makes, one that is no image, a circle.
 * @param declared every name that stands in a manifest, those with a wrong entry too
 */
export function checkGraph(
  assets: readonly Asset[],
  byName: ReadonlyMap<string, Asset>,
  declared: ReadonlySet<string>,
): Problem[] {
  const problems: Problem[] = [];
  const edges = new Map<string, string[]>();
  for (const asset of assets) {
    for (const input of inputsOf(asset)) {
      if (input.type !== 'asset') continue;
      const target = byName.get(input.name);
      const path = `assets.${asset.name}`;
      if (target === undefined && declared.has(input.name)) continue;
      if (target === undefined) {
        const near = nearest(input.name, declared);
        const hint = near === null ? '' : ` Did you mean "${near}"?`;
        problems.push({
          position: input.position,
          path,
          message: `no asset "${input.name}".${hint}`,
        });
      } else if (target.kind !== 'image') {
        const message = `expected an image asset, found "${input.name}", a ${target.kind}`;
        problems.push({ position: input.position, path, message });
      } else edges.set(asset.name, [...(edges.get(asset.name) ?? []), input.name]);
    }
  }
  const cycle = findCycle(edges);
  if (cycle !== null) {
    const position = byName.get(cycle[0] ?? '')?.position ?? { file: '', line: 1, column: 1 };
    const message = `assets feed each other in a circle: ${cycle.join(' → ')}`;
    problems.push({ position, path: `assets.${cycle[0]}`, message });
  }
  return problems;
}

function findCycle(edges: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  for (const start of edges.keys()) {
    const trail: string[] = [];
    const stack: { name: string; next: number }[] = [{ name: start, next: 0 }];
    while (stack.length > 0) {
      const top = stack[stack.length - 1] as { name: string; next: number };
      if (top.next === 0) trail.push(top.name);
      const target = done.has(top.name) ? undefined : edges.get(top.name)?.[top.next++];
      if (target === undefined) {
        done.add(top.name);
        trail.pop();
        stack.pop();
      } else if (trail.includes(target)) {
        return [...trail.slice(trail.indexOf(target)), target];
      } else if (!done.has(target)) stack.push({ name: target, next: 0 });
    }
  }
  return null;
}

/** Import names and public URLs that two outputs would share. */
export function checkCollisions(
  assets: readonly Asset[],
  byName: ReadonlyMap<string, Asset>,
): Problem[] {
  const problems = collisions(assets).map((found) => ({
    position: byName.get(found.asset)?.position ?? { file: '', line: 1, column: 1 },
    path: `assets.${found.asset}`,
    message: `the output "${found.output}" collides with ${found.with}`,
  }));
  const urls = new Map<string, string>();
  for (const asset of assets) {
    for (const output of asset.outputs) {
      if (output.public === null) continue;
      const other = urls.get(output.public);
      if (other !== undefined) {
        const message = `"public": "${output.public}" is taken by "${other}" already`;
        problems.push({ position: asset.position, path: `assets.${asset.name}`, message });
      }
      urls.set(output.public, output.name);
    }
  }
  return problems;
}
