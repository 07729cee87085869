import type { PackageManager } from './package-manager.ts';

/**
 * The arguments without `--`: npm and Yarn 1 take it away, pnpm, Yarn 4 and bun hand it on, and it would turn all options
 * after it into folders.
 */
export function commandArguments(argv: readonly string[]): string[] {
  return argv.filter((each) => each !== '--');
}

/** npm keeps options for itself that come without `--`, and leaves their values. */
export function tooManyHint(
  manager: PackageManager | null,
  [folder = 'my-app']: readonly string[],
): string {
  return manager === 'npm'
    ? `npm hands on only options after "--": npm create assetgen@latest ${folder} -- --template NAME`
    : 'See --help.';
}
