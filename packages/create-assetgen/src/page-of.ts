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

/** @returns null for a project without a dev server that is known here */
export function pageOf({ scripts, dependencies, devDependencies }: PackageJson): Page | null {
  const names = { ...dependencies, ...devDependencies };
  const server = PORTS.find(([name]) => Object.hasOwn(names, name));
  const script = SCRIPTS.find((each) => scripts?.[each] !== undefined);
  if (server === undefined || script === undefined) return null;
  const [, port, hasGallery] = server;
  const url = `http://localhost:${port}/`;
  return { script, url, gallery: hasGallery ? `${url}__assetgen/` : null };
}
