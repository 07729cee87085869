import { readdirSync } from 'node:fs';
import { AssetgenError } from '@assetgen/client/errors';

/** Forms that other tools read and this one does not, each with the name to give such a config. */
const RENAMED: Readonly<Record<string, string>> = {
  'assetgen.config.yaml': '.assetgenrc.yaml',
  'assetgen.config.yml': '.assetgenrc.yml',
  'assetgen.config.cts': 'assetgen.config.ts',
  'assetgen.config.jsonc': 'assetgen.config.json',
  '.assetgenrc.jsonc': '.assetgenrc.json',
  '.assetgenrc.mts': '.assetgenrc.ts',
  '.assetgenrc.cts': '.assetgenrc.ts',
};
/** These have to be written anew. */
const REWRITTEN = /^(?:assetgen\.config|\.assetgenrc)\.(?:json5|toml)$/;

/**
 * Refuses a config under a name that is not searched for, in a project that has no other: a budget that stands there
 * would hold nothing back.
 * @throws AssetgenError `ASSETGEN_CONFIG`
 */
export function refuseOtherConfig(root: string): void {
  for (const name of namesIn(root)) {
    const renamed = Object.hasOwn(RENAMED, name) ? RENAMED[name] : undefined;
    if (renamed === undefined && !REWRITTEN.test(name)) continue;
    const hint =
      renamed === undefined
        ? 'Write it as assetgen.config.json or assetgen.config.ts.'
        : `Name it ${renamed}.`;
    throw new AssetgenError('ASSETGEN_CONFIG', `${name}: assetgen reads no config of this name`, {
      hint,
    });
  }
}

/** None where the folder cannot be read: what stands in it is told by whoever needs it. */
function namesIn(root: string): readonly string[] {
  try {
    return readdirSync(root);
  } catch {
    return [];
  }
}
