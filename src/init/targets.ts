/** A bundler or a framework, and how its config takes the plugin. */
export interface Target {
  readonly name: string;
  /** As people write it. */
  readonly label: string;
  /** Package of ours that has the plugin. */
  readonly package: string;
  /** What the config imports. */
  readonly entry: string;
  /** Package of a project that uses it. */
  readonly found: string;
  /** Config files without their extension. */
  readonly configs: readonly string[];
  /**
   * `call`: `assetgen()` in the array of `key`; `name`: the entry's name in the array of `key`; `wrap`: a function around
   * the whole config.
   */
  readonly form: 'call' | 'name' | 'wrap';
  /** Key of the config with the array; empty for `wrap`. */
  readonly key: string;
  /** Whether a project without a config file gets a new one: an app of this kind does without. */
  readonly isOptional: boolean;
}

/** A framework before the bundler that it brings: the first that a project has counts. */
export const TARGETS: readonly Target[] = [
  {
    name: 'next',
    label: 'Next',
    package: '@assetgen/unplugin',
    entry: '@assetgen/unplugin/next',
    found: 'next',
    configs: ['next.config'],
    form: 'wrap',
    key: '',
    isOptional: true,
  },
  {
    name: 'nuxt',
    label: 'Nuxt',
    package: '@assetgen/unplugin',
    entry: '@assetgen/unplugin/nuxt',
    found: 'nuxt',
    configs: ['nuxt.config'],
    form: 'name',
    key: 'modules',
    isOptional: false,
  },
  {
    name: 'astro',
    label: 'Astro',
    package: '@assetgen/unplugin',
    entry: '@assetgen/unplugin/astro',
    found: 'astro',
    configs: ['astro.config'],
    form: 'call',
    key: 'integrations',
    isOptional: false,
  },
  {
    name: 'rsbuild',
    label: 'Rsbuild',
    package: '@assetgen/unplugin',
    entry: '@assetgen/unplugin/rsbuild',
    found: '@rsbuild/core',
    configs: ['rsbuild.config'],
    form: 'call',
    key: 'plugins',
    isOptional: false,
  },
  {
    name: 'vite',
    label: 'Vite',
    package: '@assetgen/vite-plugin',
    entry: '@assetgen/vite-plugin',
    found: 'vite',
    configs: ['vite.config'],
    form: 'call',
    key: 'plugins',
    isOptional: true,
  },
  {
    name: 'rspack',
    label: 'Rspack',
    package: '@assetgen/unplugin',
    entry: '@assetgen/unplugin/rspack',
    found: '@rspack/core',
    configs: ['rspack.config'],
    form: 'call',
    key: 'plugins',
    isOptional: false,
  },
  {
    name: 'webpack',
    label: 'webpack',
    package: '@assetgen/webpack-plugin',
    entry: '@assetgen/webpack-plugin',
    found: 'webpack',
    configs: ['webpack.config'],
    form: 'call',
    key: 'plugins',
    isOptional: false,
  },
  {
    name: 'rolldown',
    label: 'Rolldown',
    package: '@assetgen/unplugin',
    entry: '@assetgen/unplugin/rolldown',
    found: 'rolldown',
    configs: ['rolldown.config'],
    form: 'call',
    key: 'plugins',
    isOptional: false,
  },
  {
    name: 'rollup',
    label: 'Rollup',
    package: '@assetgen/unplugin',
    entry: '@assetgen/unplugin/rollup',
    found: 'rollup',
    configs: ['rollup.config'],
    form: 'call',
    key: 'plugins',
    isOptional: false,
  },
  {
    name: 'esbuild',
    label: 'esbuild',
    package: '@assetgen/unplugin',
    entry: '@assetgen/unplugin/esbuild',
    found: 'esbuild',
    configs: [],
    form: 'call',
    key: 'plugins',
    isOptional: false,
  },
];

/** The packages that a project names itself, of whatever group. */
export interface Dependencies {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const EXTENSIONS = ['ts', 'mts', 'js', 'mjs', 'cjs', 'cts'];

/** The config of a bundler or framework in a folder; undefined where it has none. */
export function findConfig({ configs }: Target, names: ReadonlySet<string>): string | undefined {
  return configs
    .flatMap((stem) => EXTENSIONS.map((extension) => `${stem}.${extension}`))
    .find((name) => names.has(name));
}

/**
 * By package.json, or else by a config: in a monorepo the packages of an app may be those of the whole.
 *
 * @param names of the files in the project's folder
 * @returns null where nothing that is known is among them
 */
export function detectTarget(
  { dependencies, devDependencies }: Dependencies,
  names: ReadonlySet<string>,
): Target | null {
  const packages = { ...dependencies, ...devDependencies };
  return (
    TARGETS.find(({ found }) => Object.hasOwn(packages, found)) ??
    TARGETS.find((target) => findConfig(target, names) !== undefined) ??
    null
  );
}

/** The line that loads the plugin in a config, by the name that {@link pluginLines} calls. */
export function loadLine(
  { entry, form }: Target,
  isCommonJs: boolean,
  { quote, semicolon }: { readonly quote: string; readonly semicolon: string },
): string {
  const from = `${quote}${entry}${quote}`;
  if (!isCommonJs) {
    return `import ${form === 'wrap' ? '{ withAssetgen }' : 'assetgen'} from ${from}${semicolon}`;
  }
  // `require()` of a module gives an object with its exports.
  const names = form === 'wrap' ? '{ withAssetgen }' : '{ default: assetgen }';
  return `const ${names} = require(${from})${semicolon}`;
}

/** What a person adds to a config that is not edited here. */
export function pluginLines(target: Target, isCommonJs: boolean): readonly string[] {
  const { entry, form, key } = target;
  if (form === 'name') return [`${key}: ['${entry}']`];
  const load = loadLine(target, isCommonJs, { quote: "'", semicolon: ';' });
  if (form === 'wrap') {
    return [load, `${isCommonJs ? 'module.exports =' : 'export default'} withAssetgen({ … });`];
  }
  return [load, `${key}: [assetgen()]`];
}
