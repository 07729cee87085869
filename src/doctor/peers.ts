import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Finding } from './finding.ts';
import { good, warn } from './finding.ts';

const PLUGINS = ['@assetgen/vite-plugin', '@assetgen/webpack-plugin', '@assetgen/unplugin'];

interface PackageJson {
  readonly version?: string;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** The bundlers that the installed plugins work with, and their versions. */
export async function checkPeers(root: string): Promise<Finding[]> {
  const require = createRequire(path.join(root, 'package.json'));
  const read = async (name: string): Promise<PackageJson | null> => {
    for (const folder of require.resolve.paths(name) ?? []) {
      const text = await readFile(path.join(folder, name, 'package.json'), 'utf8').catch(
        () => null,
      );
      if (text !== null) return JSON.parse(text) as PackageJson;
    }
    return null;
  };
  const findings: Finding[] = [];
  for (const plugin of PLUGINS) {
    const installed = await read(plugin);
    for (const [peer, range] of Object.entries(installed?.peerDependencies ?? {})) {
      const version = (await read(peer))?.version;
      if (version === undefined) continue;
      const finding = fits(version, range)
        ? good(peer, version)
        : warn(peer, version, `${plugin} is made for ${peer} ${range}.`);
      // Two plugins of a project say the same of one bundler.
      const isTold = findings.some(({ name, level }) => name === peer && level === finding.level);
      if (!isTold) findings.push(finding);
    }
  }
  return findings;
}

/** Ranges of carets alone, as our peer ranges are: the same major, at least the rest. */
function fits(version: string, range: string): boolean {
  const found = numbers(version);
  return range.split('||').some((part) => {
    const least = numbers(part);
    if (/[<>=*x]/.test(part) || found[0] !== least[0]) return /[<>=*x]/.test(part);
    return found[1] > least[1] || (found[1] === least[1] && found[2] >= least[2]);
  });
}

function numbers(text: string): [number, number, number] {
  const [, major, minor, patch] = /(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(text) ?? [];
  return [Number(major ?? 0), Number(minor ?? 0), Number(patch ?? 0)];
}
