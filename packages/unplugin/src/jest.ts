import { escapePattern } from './shared/references/import-id.ts';
import { writeTestModules } from './shared/write-test-modules.ts';

/** What is used of a config of Jest. */
export interface JestConfig {
  readonly rootDir?: string;
  readonly moduleNameMapper?: Readonly<Record<string, string | string[]>>;
}

/**
 * A config of Jest in which imports of generated assets match their types: a URL such as `/@gen/hero.webp`
 * for a file, an object for an asset. Nothing is made or paid for, so tests need neither a cache nor a service.
 *
 * @param config of the project. Its own `moduleNameMapper` stays.
 * @throws AssetgenError `ASSETGEN_MANIFEST` and others, for a project that cannot be read
 * @example
 * // jest.config.mjs
 * import assetgen from '@assetgen/unplugin/jest';
 * export default await assetgen({ testEnvironment: 'jsdom' });
 */
export default async function assetgen<Config extends JestConfig>(
  config: Config = {} as Config,
): Promise<Config & Required<Pick<JestConfig, 'moduleNameMapper'>>> {
  const type = runsModules() ? 'mjs' : 'cjs';
  const { prefix, folder } = await writeTestModules(config.rootDir ?? process.cwd(), type);
  const found = `${folder.replaceAll('\\', '/')}/$1.${type}`;
  const ours = { [`^${escapePattern(prefix)}/([^?]+)$`]: found };
  return { ...config, moduleNameMapper: { ...ours, ...config.moduleNameMapper } };
}

/** Whether Jest runs ES modules as they are, rather than what Babel or TypeScript makes of them. */
function runsModules(): boolean {
  const flags = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' ');
  return flags.includes('--experimental-vm-modules');
}
