import { AssetgenError } from '@assetgen/client/errors';
import { askService, parseService } from 'create-assetgen';
import type { Questions, ServiceChoice } from 'create-assetgen';
import { TARGETS, detectTarget } from './targets.ts';
import type { Dependencies, Target } from './targets.ts';

/** What a person wants of `init`. */
export interface Choices {
  /** null: no config is touched. */
  readonly target: Target | null;
  readonly service: ServiceChoice;
}

/**
 * Takes the choices from the options; what they do not say is asked. Where nobody can be asked, the bundler is the one
 * that the project has, and the service stays as it is.
 *
 * @param dependencies of the project's package.json
 * @throws AssetgenError `ASSETGEN_USAGE` for an option that is none of these
 */
export async function makeChoices(
  options: Readonly<Record<string, unknown>>,
  dependencies: Dependencies,
  ask: Questions | null,
): Promise<Choices> {
  const detected = detectTarget(dependencies);
  const bundler = options['bundler'];
  const service = options['service'];
  const given = typeof service === 'string' ? parseService(service) : null;
  const target =
    typeof bundler === 'string'
      ? parseTarget(bundler)
      : ask === null
        ? detected
        : await askTarget(ask, detected);
  return { target, service: given ?? (ask === null ? { type: 'none' } : await askService(ask)) };
}

function parseTarget(name: string): Target | null {
  if (name === 'none') return null;
  const found = TARGETS.find((each) => each.name === name);
  if (found !== undefined) return found;
  throw new AssetgenError(
    'ASSETGEN_USAGE',
    `--bundler: expected ${TARGETS.map((each) => each.name).join(', ')} or none, found "${name}"`,
  );
}

async function askTarget(ask: Questions, detected: Target | null): Promise<Target | null> {
  const choices = [
    ...TARGETS.map(({ name, label }) => ({
      value: name,
      label,
      ...(name === detected?.name ? { hint: 'found in package.json' } : {}),
    })),
    { value: 'none', label: 'None', hint: 'assetgen build writes the files' },
  ];
  return parseTarget(await ask.select('Bundler or framework', choices, detected?.name ?? 'none'));
}
