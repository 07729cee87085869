import { mkdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ProjectTools } from '@assetgen/core';
import { printBytes } from '../render/numbers.ts';
import type { Finding } from './finding.ts';
import { fail, good, reasonOf, warn } from './finding.ts';
import { checkPlugNPlay } from './plug-n-play.ts';

/** Bytes below which a build may fail, and below which it soon will. */
const LITTLE = 2_000_000_000;
const TOO_LITTLE = 200_000_000;

/** Node, the cache folder, free disk. */
export async function checkMachine(project: ProjectTools): Promise<Finding[]> {
  const findings = [checkNode(process.versions.node), ...checkPlugNPlay(project.root)];
  const runtime = await project.runtime().catch((error: unknown) => reasonOf(error));
  if (typeof runtime === 'string') {
    findings.push(fail('config', runtime, 'Correct the config, then run doctor again.'));
    return findings;
  }
  findings.push(await checkCache(runtime.cacheDir));
  findings.push(await checkDisk('disk of cache', runtime.cacheDir));
  findings.push(await checkDisk('disk of project', project.root));
  return findings;
}

function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  if (fits) return good('node', version);
  return fail('node', version, 'Use Node ^20.19.0 or >=22.12.0.');
}

async function checkCache(folder: string): Promise<Finding> {
  const probe = path.join(folder, `doctor-${process.pid}`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(probe, '', { flag: 'wx' });
    await rm(probe);
    return good('cache', folder);
  } catch (error) {
    const hint = 'Make it writable, or name another with ASSETGEN_CACHE_DIR.';
    return fail('cache', `${folder}: ${reasonOf(error)}`, hint);
  }
}

async function checkDisk(name: string, folder: string): Promise<Finding> {
  try {
    const { bavail, bsize } = await statfs(await nearestFolder(folder));
    const free = bavail * bsize;
    const found = `${printBytes(free)} free`;
    if (free >= LITTLE) return good(name, found);
    const hint = 'Free disk space; `assetgen prune` cleans the cache.';
    return free < TOO_LITTLE ? fail(name, found, hint) : warn(name, found, hint);
  } catch (error) {
    return warn(name, reasonOf(error), 'The free space is unknown.');
  }
}

async function nearestFolder(folder: string): Promise<string> {
  const there = await stat(folder).catch(() => null);
  const parent = path.dirname(folder);
  return there !== null || parent === folder ? folder : nearestFolder(parent);
}
