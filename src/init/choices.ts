import { AssetgenError } from '@assetgen/client/errors';
import { askService, parseService } from 'create-assetgen';
import type { Questions, ServiceChoice } from 'create-assetgen';
import { FRAMEWORKS, PLAIN, detectFramework, parseFramework } from './frameworks.ts';
import type { Framework } from './frameworks.ts';
import { TARGETS, detectTarget } from './targets.ts';
import type { Dependencies, Target } from './targets.ts';

/** What a person wants of `init`. */
export interface Choices {
  readonly framework: Framework;
  /** null: no config is touched. */
  readonly target: Target | null;
  readonly service: ServiceChoice;
}

/**
 * Takes the choices from the options; what they do not say is asked. Where nobody can be asked, the bundler is the one
 * that the project has, and the service stays as it is.
 *
 * @param dependencies of the project's package.json
 * @param names of the files in the project's folder
 * @throws AssetgenError `ASSETGEN_USAGE` for an option that is none of these
 */
export async function makeChoices(
  options: Readonly<Record<string, unknown>>,
  dependencies: Dependencies,
  ask: Questions | null,
  names: ReadonlySet<string> = new Set(),
): Promise<Choices> {
  const framework = await chooseFramework(options, dependencies, ask);
  const target = await chooseTarget(
    options['bundler'],
    framework,
    () => detectTarget(dependencies, names),
    ask,
  );
  const { service } = options;
  const given = typeof service === 'string' ? parseService(service) : null;
  const from = given ?? (ask === null ? { type: 'none' as const } : await askService(ask));
  return { framework, target, service: from };
}

/** A bundler that is a framework sets both. */
async function chooseFramework(
  { framework, bundler }: Readonly<Record<string, unknown>>,
  dependencies: Dependencies,
  ask: Questions | null,
): Promise<Framework> {
  if (typeof framework === 'string') return parseFramework(framework);
  const named = FRAMEWORKS.find(({ target }) => target !== null && target === bundler);
  const detected = detectFramework(dependencies);
  if (named !== undefined || ask === null || typeof bundler === 'string') return named ?? detected;
  const choices = [...FRAMEWORKS, PLAIN].map(({ name, label }) => ({
    value: name,
    label,
    ...foundHint(name === detected.name && detected !== PLAIN),
  }));
  return parseFramework(await ask.select('Framework', choices, detected.name));
}

async function chooseTarget(
  bundler: unknown,
  framework: Framework,
  detect: () => Target | null,
  ask: Questions | null,
): Promise<Target | null> {
  if (typeof bundler === 'string') return parseTarget(bundler);
  if (framework.target !== null) return parseTarget(framework.target);
  const detected = detect();
  if (ask === null) return detected;
  const bundlers = TARGETS.filter(({ name }) => !FRAMEWORKS.some((each) => each.target === name));
  const choices = [
    ...bundlers.map(({ name, label }) => ({
      value: name,
      label,
      ...foundHint(name === detected?.name),
    })),
    { value: 'none', label: 'None', hint: 'assetgen build writes the files' },
  ];
  const isListed = choices.some(({ value }) => value === detected?.name);
  return parseTarget(
    await ask.select('Bundler', choices, isListed && detected !== null ? detected.name : 'none'),
  );
}

function foundHint(isFound: boolean): { readonly hint?: string } {
  return isFound ? { hint: 'found in this project' } : {};
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
