import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type {
  AssetView,
  BuildReport,
  EnsureResult,
  OpenProject,
  OutputFile,
  Project,
  ReportedError,
} from '@assetgen/core';

/** The `assets.gen.json` of this fake project: output names and their text. */
export interface FolderManifest {
  readonly [output: string]: { readonly text: string; readonly public?: string };
}

export interface FolderProjectLog {
  /** Calls of `ensure` that did work. */
  runs: number;
  closed: boolean;
}

/**
 * A project over real files, without a service: each output of the manifest is written as it is.
 * For tests of adapters, which must not depend on how core makes bytes.
 */
export function folderProjects(
  log: FolderProjectLog,
  options: { readonly draft?: boolean; readonly errors?: readonly ReportedError[] } = {},
): OpenProject {
  return ({ root, options: plugin = {} }): Project => {
    const { prefix = '@gen', mode = 'generate' } = plugin;
    const manifest = join(root, 'assets.gen.json');
    let running: Promise<EnsureResult> | null = null;

    async function run(): Promise<EnsureResult> {
      log.runs += 1;
      const entries = parseManifest(manifest, await readFile(manifest, 'utf8'));
      const files: OutputFile[] = [];
      for (const [name, entry] of Object.entries(entries)) {
        const path = join(root, '.assetgen/files', name);
        await mkdir(dirname(path), { recursive: true });
        // In one step, as core does: a page may be reading it, and another project of the folder writing it.
        const beside = `${path}.${randomUUID()}`;
        await writeFile(beside, entry.text);
        await rename(beside, path);
        files.push({
          // `props/dragon` of `props/dragon.lod1.glb`.
          asset: name.replace(/\.[^/]*$/, ''),
          name,
          path,
          bytes: Buffer.byteLength(entry.text),
          sha256: createHash('sha256').update(entry.text).digest('hex'),
          draft: options.draft ?? false,
          ...(entry.public === undefined ? {} : { public: entry.public }),
        });
      }
      return { report: report(mode, files, options.errors ?? []), view: view(prefix, files) };
    }

    return {
      root,
      settings: async () => ({ prefix, mode, budget: null, service: 'none' }),
      ensure: () => (running ??= run().finally(() => undefined)),
      watched: () => [manifest],
      watchedFolders: () => [],
      invalidate() {
        running = null;
      },
      tools: () => Promise.resolve(null),
      async close() {
        log.closed = true;
      },
    };
  };
}

function parseManifest(file: string, text: string): FolderManifest {
  try {
    return JSON.parse(text) as FolderManifest;
  } catch (cause) {
    throw Object.assign(new Error('expected JSON', { cause }), {
      code: 'ASSETGEN_MANIFEST',
      hint: 'Repair the manifest.',
      position: { file, line: 1, column: 2 },
    });
  }
}

function view(prefix: string, files: readonly OutputFile[]): AssetView {
  return {
    prefix,
    watch: [],
    files,
    resolve(id) {
      if (!id.startsWith(`${prefix}/`)) return null;
      const name = id.slice(prefix.length + 1);
      const file = files.find((output) => output.name === name);
      if (file !== undefined) return { type: 'file', file };
      const own = files.filter((output) => output.asset === name);
      if (own.length > 0) return { type: 'object', asset: name, code: objectCode(prefix, own) };
      throw Object.assign(new Error(`no asset or output is called "${name}"`), {
        code: 'ASSETGEN_UNKNOWN_IMPORT',
        hint: `Known: ${files.map((output) => output.name).join(', ')}.`,
      });
    },
  };
}

function objectCode(prefix: string, files: readonly OutputFile[]): string {
  const imports = files.map((file, i) => `import url${i} from '${prefix}/${file.name}';\n`);
  const entries = files.map((file, i) => `{ name: '${file.name}', url: url${i} }`);
  return `${imports.join('')}export default { url: url0, files: [${entries.join(', ')}] };\n`;
}

function report(
  mode: BuildReport['mode'],
  files: readonly OutputFile[],
  errors: readonly ReportedError[],
): BuildReport {
  return {
    ok: errors.length === 0,
    mode,
    assets: new Set(files.map((file) => file.asset)).size,
    outputs: files.length,
    generated: files.length,
    converted: 0,
    downloaded: 0,
    cached: 0,
    drafted: 0,
    failed: errors.length,
    points: 0,
    knownPoints: 0,
    free: false,
    durationMs: 1,
    errors,
  };
}
