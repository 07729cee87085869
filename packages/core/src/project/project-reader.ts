import path from 'node:path';
import type { Clock } from '@assetgen/client/clock';
import { checkOptions } from '../config/check-options.ts';
import { CONFIG_FILES, loadConfig } from '../config/load-config.ts';
import type { Environment, ResolvedConfig } from '../config/resolve-config.ts';
import { resolveConfig } from '../config/resolve-config.ts';
import { LOCK_NAME } from '../lock/open-lock-file.ts';
import { inputsOf } from '../manifest/inputs-of.ts';
import { ManifestError } from '../manifest/manifest-error.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { NodeRuntime } from '../node/open-node-runtime.ts';
import { openNodeRuntime } from '../node/open-node-runtime.ts';
import { globFolders, loadManifests, plainPatterns } from '../run/manifests/load-manifests.ts';
import { packageFiles } from '../run/package-files.ts';
import type { ProjectOptions } from './project.ts';

/** What the files of a project say, and what is opened by what they say. */
export interface ProjectReader {
  readonly root: string;
  /** Read once, until {@link forget}. */
  config(): Promise<ResolvedConfig>;
  /** Read anew by every call. */
  manifest(signal?: AbortSignal): Promise<Manifest>;
  /** Absolute paths of the manifests, in the order in which they are read. */
  manifestFiles(): Promise<readonly string[]>;
  /**
   * What the manifests would be with these texts in place of files.
   * @param edited by absolute path
   */
  manifestWith(edited: ReadonlyMap<string, string>): Promise<Manifest>;
  /** One for as long as the config says the same. */
  runtime(): Promise<NodeRuntime>;
  /**
   * Absolute paths of the files that were read, or that would have been if they were there. While they are read
   * again, and where that failed, also those of before: a change of one of them must not be missed.
   */
  watched(): readonly string[];
  /** Absolute paths of folders in which a new file may be a manifest. */
  watchedFolders(): readonly string[];
  /** Has the config read again. */
  forget(): void;
  close(): Promise<void>;
}

/**
 * Reads nothing before it is asked.
 *
 * @param clock of the runtime. @default the system's
 */
export function createProjectReader(
  options: ProjectOptions,
  env: Environment,
  clock?: Clock,
): ProjectReader {
  const root = path.resolve(options.root);
  const configs = (): readonly string[] => [
    ...CONFIG_FILES.map((file) => path.join(root, file)),
    ...packageFiles(root),
  ];
  let watched: readonly string[] = [];
  let folders: readonly string[] = [];
  let loaded: Promise<ResolvedConfig> | null = null;
  let runtime: { readonly key: string; readonly opened: Promise<NodeRuntime> } | null = null;
  const retired: Promise<NodeRuntime>[] = [];

  async function load(): Promise<ResolvedConfig> {
    const given = checkOptions(options.options, "the plugin's options");
    // A config that cannot be read has to be watched too, so that its repair is seen.
    watched = union(watched, configs());
    const found = await loadConfig(root);
    return resolveConfig(found.options, given, env, options.command);
  }

  const config = (): Promise<ResolvedConfig> => (loaded ??= load());

  return {
    root,
    config,
    async manifest(signal) {
      const { manifests } = await config();
      // Those that are yet to be made count too.
      const base = [...plainPatterns(root, manifests), path.join(root, LOCK_NAME), ...configs()];
      watched = union(watched, base);
      folders = union(folders, globFolders(root, manifests));
      try {
        const { manifest, files } = await loadManifests(root, manifests, signal);
        watched = union(base, [...files, ...inputFiles(manifest)]);
        folders = globFolders(root, manifests);
        return manifest;
      } catch (error) {
        throw withPosition(error, root);
      }
    },
    async manifestFiles() {
      return (await loadManifests(root, (await config()).manifests)).files;
    },
    async manifestWith(edited) {
      const { manifests } = await config();
      try {
        return (await loadManifests(root, manifests, undefined, edited)).manifest;
      } catch (error) {
        throw error instanceof ManifestError ? new ManifestError(error.problems, 'edit') : error;
      }
    },
    async runtime() {
      const resolved = await config();
      const key = JSON.stringify(resolved);
      if (runtime?.key !== key) {
        if (runtime !== null) retired.push(runtime.opened);
        runtime = { key, opened: openNodeRuntime(root, resolved, clock) };
      }
      return runtime.opened;
    },
    watched: () => watched,
    watchedFolders: () => folders,
    forget() {
      loaded = null;
    },
    async close() {
      if (runtime !== null) retired.push(runtime.opened);
      runtime = null;
      for (const opened of retired.splice(0)) await (await opened.catch(() => null))?.close();
    },
  };
}

function union(some: readonly string[], others: readonly string[]): readonly string[] {
  return [...new Set([...some, ...others])];
}

function inputFiles({ assets }: Manifest): string[] {
  return assets.flatMap((asset) =>
    inputsOf(asset).flatMap((input) => (input.type === 'file' ? [input.path] : [])),
  );
}

/** Errors of a manifest carry the place of the first problem, absolute, for editors and overlays. */
export function withPosition(error: unknown, root: string): unknown {
  const first = error instanceof ManifestError ? error.problems[0]?.position : undefined;
  if (first === undefined) return error;
  return Object.assign(error as ManifestError, {
    position: { file: path.resolve(root, first.file), line: first.line, column: first.column },
  });
}
