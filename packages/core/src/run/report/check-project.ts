import path from 'node:path';
import { OWN_FILE, readText } from '../../fs/read-text.ts';
import type { ResolvedConfig } from '../../config/resolve-config.ts';
import { noServiceHint } from '../../config/no-service-hint.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import type { AssetPlan, PlanAction } from '../../plan/asset-plan.ts';
import type { Plan } from '../../plan/plan.ts';
import type { ReportedError } from './build-report.ts';
import { isTypesOf, TYPES_NAME } from '../project-files.ts';

const BY_SERVICE: ReadonlySet<PlanAction> = new Set(['generate', 'convert', 'download']);

/** Where manifests, lock, types and outputs do not agree. Looks at the disk, never at the network. */
export async function checkProject(
  root: string,
  config: ResolvedConfig,
  manifest: Manifest,
  plan: Plan,
): Promise<ReportedError[]> {
  const problems: ReportedError[] = plan.assets.flatMap((each): ReportedError[] => {
    const { asset, action, reason } = each;
    // The drift of a frozen asset is what was asked for: told, and no fault.
    if (action === 'none' || isRemade(each)) return [];
    const { file, line, column } = asset.position;
    return [
      {
        code: action === 'blocked' ? 'ASSETGEN_AMBIGUOUS' : 'ASSETGEN_FROZEN',
        asset: asset.name,
        message: `${file}:${line}:${column} ${asset.name}: ${reason}`,
        hint: hintOf(action, config),
        position: { file: path.resolve(root, file), line, column },
      },
    ];
  });
  for (const name of plan.obsolete) {
    problems.push({
      code: 'ASSETGEN_FROZEN',
      asset: name,
      message: `${name}: in the lock, but in no manifest`,
      hint: 'Run `assetgen build`: it drops the entry.',
    });
  }
  const types = await readText(path.join(root, TYPES_NAME), OWN_FILE).catch(() => null);
  if (types === null || !(await isTypesOf(root, types, manifest, config.prefix))) {
    problems.push({
      code: 'ASSETGEN_FROZEN',
      asset: null,
      message: `${TYPES_NAME} ${types === null ? 'is missing' : 'differs from the manifest'}`,
      hint: 'Run `assetgen build`, and commit the file.',
    });
  }
  return problems;
}

/** Outputs that a frozen build made again with other bytes than the lock's: told, and no fault. */
export function remadeIn({ assets }: Plan): string[] {
  return assets
    .filter(isRemade)
    .flatMap(({ outputs }) =>
      outputs.flatMap(({ action, output }) => (action === 'remade' ? [output.name] : [])),
    );
}

/** Whether nothing but the bytes of such outputs differs from the lock. */
function isRemade({ source, outputs }: AssetPlan): boolean {
  if (source.type !== 'locked' || source.from !== null) return false;
  const pending = outputs.filter(({ action }) => action !== 'none');
  return pending.length > 0 && pending.every(({ action }) => action === 'remade');
}

/** Without a service a build gives drafts, and the next check would say the same. */
function hintOf(action: PlanAction, { service }: ResolvedConfig): string {
  return service.type === 'none' && BY_SERVICE.has(action)
    ? `${noServiceHint()} Then run \`assetgen build\`.`
    : 'Run `assetgen build`.';
}
