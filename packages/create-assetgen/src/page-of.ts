/** The page that a developer opens in a browser. */
export interface Page {
  /** The script of package.json that serves it. */
  readonly script: string;
  readonly url: string;
  /** Of all assets, on the same server; null where the gallery has a port of its own. */
  readonly gallery: string | null;
}

/** Ports by default of dev servers, by the package that brings one; the first that a project has counts. */
const PORTS: readonly (readonly [name: string, port: number, hasGallery: boolean])[] = [
  ['next', 3000, false],
  ['nuxt', 3000, false],
  ['astro', 4321, true],
  ['@rsbuild/core', 3000, true],
  ['@rspack/dev-server', 8080, true],
  ['webpack-dev-server', 8080, true],
  ['vite', 5173, true],
];

const SCRIPTS = ['dev', 'start', 'serve'];

/** The parts of a package.json that matter here. */
export interface PackageJson {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/**
 * @param config text of the server's config
 * @returns null for a project without a dev server that is known here
 */
export function pageOf(
  { scripts, dependencies, devDependencies }: PackageJson,
  config = '',
): Page | null {
  const names = { ...dependencies, ...devDependencies };
  const server = PORTS.find(([name]) => Object.hasOwn(names, name));
  const script = SCRIPTS.find((each) => scripts?.[each] !== undefined);
  if (server === undefined || script === undefined) return null;
  const [, usual, hasGallery] = server;
  const port = IN_SCRIPT.exec(scripts?.[script] ?? '')?.[1] ?? IN_CONFIG.exec(config)?.[1] ?? usual;
  const url = `http://localhost:${port}/`;
  return { script, url, gallery: hasGallery ? `${url}__assetgen/` : null };
}

const IN_SCRIPT = /\s(?:--port|-p)[\s=]+(\d+)/;
/** As a number in the options of the dev server; in any other form it is not known here. */
const IN_CONFIG = /\b(?:server|devServer)\s*:\s*\{[^}]*?\bport\s*:\s*(\d+)/;
