import { existsSync } from 'node:fs';
import path from 'node:path';
import { CONFIG_FILES } from '../config/load-config.ts';
import type { Environment, ResolvedConfig } from '../config/resolve-config.ts';
import { linkGuard } from '../fs/link-guard.ts';
import { writePartsSoon } from '../fs/write-atomic.ts';
import { LOCK_NAME } from '../lock/open-lock-file.ts';
import { CACHE_LAYOUT, foldersOf } from '../node/folders.ts';
import type { Folders } from '../node/folders.ts';
import type { AssetPlan, OutputPlan } from '../plan/asset-plan.ts';
import type { Plan } from '../plan/plan.ts';
import type { Planner } from '../project/open-planner.ts';
import { mayCost } from '../run/guards/balance.ts';
import { plainPatterns } from '../run/manifests/load-manifests.ts';
import { keepFolderIgnored } from '../run/keep-folder-ignored.ts';
import { plannedFiles } from './planned-files.ts';
import { settledStampOf, stampOf } from './stamp.ts';
import type { Stamp } from './stamp.ts';
import { digestOfText, listingOf, planFileOf, planKey } from './read-told-plan.ts';
import type { PlanRecord } from './read-told-plan.ts';

/** Keeps what a plan told, for `readToldPlan`. */
export interface PlanKeeper {
  /**
   * Never rejects, and keeps nothing where another run might come to another plan with the same files: where anybody
   * was asked, or where a file was touched since shortly before.
   *
   * @param text of its assets and points
   */
  keep(plan: Plan, text: string): Promise<void>;
}

/**
 * Looks at the folders that a plan asks, before it does.
 *
 * @param project opened by the command, without options
 * @param started when; the files that decide were left alone since well before. @default now
 * @throws what the project's config throws
 */
export async function openPlanKeeper(
  project: Planner,
  env: Environment = process.env,
  started: number = Date.now(),
): Promise<PlanKeeper> {
  const { root } = project;
  // Before each is read: one that went, or came, while the plan was made must not count as what the plan saw.
  const before = new Map<string, Stamp | null>();
  const look = (file: string): void => void before.set(file, stampOf(file));
  [...CONFIG_FILES, LOCK_NAME].forEach((name) => look(path.join(root, name)));
  const config = await project.config();
  plainPatterns(root, config.manifests).forEach(look);
  const folders = await foldersOf(root, config);
  const listed = listAll(folders);

  async function record(plan: Plan): Promise<Omit<PlanRecord, 'digest'> | null> {
    const deciding = plannedFiles(root, config, project.watched());
    if (deciding === null || listed === null || !isOfThisDisk(plan, config)) return null;
    const stamps: Record<string, Stamp | null> = {};
    for (const { file, stands } of [...deciding.map(seen), ...filesOf(plan, folders, root)]) {
      const stamp = settledStampOf(file, started);
      if (stamp === undefined || (stands !== null && stands !== (stamp !== null))) return null;
      stamps[file] = stamp;
    }
    const isSame = [...before].every(([file, stamp]) => stamps[file] === stamp);
    if (!isSame || JSON.stringify(listAll(folders)) !== JSON.stringify(listed)) return null;
    const { obsolete } = plan;
    const settings = await project.settings();
    return { key: planKey(root, env), stamps, folders: listed, settings, obsolete };
  }

  /** Beyond config, manifests and lock these are inputs, which a plan has read. */
  function seen(file: string): SeenFile {
    return { file, stands: before.has(file) ? null : true };
  }

  return {
    async keep(plan, text) {
      try {
        const kept = await record(plan);
        if (kept === null) return;
        await keepFolderIgnored(root);
        // As bytes once: a plan of thousands of assets is a text of megabytes.
        const bytes = Buffer.from(text);
        const head = JSON.stringify({ ...kept, digest: digestOfText(bytes) });
        const parts = [Buffer.from(`${head}\n`), bytes];
        await writePartsSoon(planFileOf(root), parts, linkGuard(root));
      } catch {
        // A project on a read-only disk is planned too.
      }
    },
  };
}

/** A file that decided a plan; `stands` null: it may be there or not. */
interface SeenFile {
  readonly file: string;
  readonly stands: boolean | null;
}

/** null where one of them cannot be listed. */
function listAll({ journalDir, locksDir, indexDir }: Folders): PlanRecord['folders'] | null {
  const listed: Record<string, string | null> = {};
  for (const folder of [journalDir, locksDir, indexDir]) {
    const listing = listingOf(folder);
    if (listing === undefined) return null;
    listed[folder] = listing;
  }
  return listed;
}

/** Whether files, and names that are not in a folder, decided it: no service, no shared cache, no record's content. */
function isOfThisDisk(plan: Plan, { service, remote }: ResolvedConfig): boolean {
  if (remote.tiers.length > 0) return false;
  if (service.type !== 'local' && plan.points.max !== null && plan.points.max > 0) return false;
  if (service.type === 'remote' && plan.assets.some(mayCost)) return false;
  return plan.assets.every(isSettledHere);
}

function isSettledHere({ asset, action, source, outputs }: AssetPlan): boolean {
  if (action === 'none') return true;
  // The models of the service are asked for.
  if (asset.source.type === 'v1') return false;
  // A journal says so, or the index.
  if (source.type === 'create' && source.journal.status !== 'none') return false;
  if (source.type === 'locked' && source.from !== null) return false;
  return !outputs.some((each) => each.output.step.type === 'convert' && each.action !== 'none');
}

/** The outputs that a plan looked at, of assets that the lock has, and the stores that it found empty. */
function filesOf({ assets }: Plan, { cacheDir, ownCache }: Folders, root: string): SeenFile[] {
  const folder = path.join(root, '.assetgen/files');
  const locked = assets.filter(({ source }) => source.type === 'locked');
  // It asked a store for blobs: what that has is kept nowhere, so that only one that has none will do.
  const stores = [cacheDir, path.join(ownCache, CACHE_LAYOUT)];
  const empty = locked.some(({ action }) => action !== 'none')
    ? stores.map((store) => ({ file: path.join(store, 'blobs'), stands: false }))
    : [];
  if (locked.length > 0 && !existsSync(folder)) {
    const isNone = locked.every(({ outputs }) => !outputs.some(wasThere));
    return [...empty, { file: folder, stands: !isNone }];
  }
  const outputs = locked.flatMap((each) =>
    each.outputs.map((output) => ({
      file: path.join(folder, output.output.name),
      stands: wasThere(output) ? true : null,
    })),
  );
  return [...empty, ...outputs];
}

/** Whether a plan says of a file what it can only say of one that it saw. */
function wasThere({ action, reason, output }: OutputPlan): boolean {
  return action === 'none' || reason.startsWith(' was edited: ', output.name.length);
}
