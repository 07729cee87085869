import type {
  OnEndResult,
  OnResolveResult,
  OnStartResult,
  PluginBuild,
  TransformOptions,
} from 'esbuild';

/** What is used of `Bun.build`'s answer. */
interface BunResult {
  readonly success: boolean;
  readonly logs: readonly object[];
  readonly outputs: readonly { readonly path: string }[];
}

/** Whether `Bun.build` sets a plugin up. esbuild itself may run in Bun too. */
export function isBunBuild(build: object): boolean {
  return process.versions['bun'] !== undefined && 'addPreload' in build;
}

/**
 * `Bun.build` takes plugins of esbuild, but for this (Bun 1.4): errors that a callback returns are dropped, so
 * they have to be thrown; the last callback is told the files, and no metafile; `onDispose` throws, and
 * nothing builds again.
 */
export function bunBuild(build: PluginBuild): PluginBuild {
  const disposals: (() => void)[] = [];
  return {
    ...build,
    initialOptions: build.initialOptions,
    esbuild: { ...build.esbuild, transform: transform as PluginBuild['esbuild']['transform'] },
    onStart(callback) {
      build.onStart(async () => {
        refuse(await callback());
        return null;
      });
    },
    onResolve(options, callback) {
      build.onResolve(options, async (args) => {
        const found = await callback(args);
        refuse(found);
        return found?.path === undefined ? undefined : found;
      });
    },
    onLoad(options, callback) {
      build.onLoad(options, async (args) => (await callback(args)) ?? undefined);
    },
    onEnd(callback) {
      build.onEnd(async (result) => {
        const { success, logs, outputs } = result as unknown as BunResult;
        const named = outputs.map(({ path }) => [path, { inputs: {} }]);
        try {
          const metafile = { inputs: {}, outputs: Object.fromEntries(named) };
          const errors = success ? [] : [...logs];
          refuse(await callback({ errors, warnings: [], metafile } as never));
        } finally {
          for (const dispose of disposals) dispose();
        }
        return null;
      });
    },
    onDispose: (callback) => void disposals.push(callback),
  };
}

/** By Bun's own transpiler, which forgets the import of the JSX runtime: such sources it reads itself. */
async function transform(text: string, { loader }: TransformOptions): Promise<{ code: string }> {
  if (loader !== 'js' && loader !== 'ts') throw new Error(`expected JavaScript, found ${loader}`);
  const { Bun } = globalThis as unknown as { Bun: BunGlobal };
  return { code: await new Bun.Transpiler({ loader, target: 'browser' }).transform(text) };
}

interface BunGlobal {
  readonly Transpiler: new (options: object) => { transform(code: string): Promise<string> };
}

function refuse(answer: OnStartResult | OnResolveResult | OnEndResult | null | undefined | void) {
  const [first] = answer?.errors ?? [];
  if (first === undefined) return;
  const { location, text } = first;
  const at = location?.file === undefined ? '' : `${location.file}:${location.line ?? 1}: `;
  throw new Error(`${at}${text ?? ''}`);
}
