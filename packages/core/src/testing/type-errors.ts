import ts from 'typescript';

const FOREIGN = new Map<string, ts.SourceFile | undefined>();

/**
 * What the compiler says of files, strict and as a bundler resolves: `line: TSnnnn`, line 0 where it is of no file.
 *
 * @param options beyond those
 */
export function typeErrors(files: readonly string[], options: ts.CompilerOptions = {}): string[] {
  const settings: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    ...options,
  };
  const program = ts.createProgram(files, settings, cachingHost(settings));
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, code }) => {
    const line = file === undefined ? 0 : ts.getLineAndCharacterOfPosition(file, start).line + 1;
    return `${line}: TS${code}`;
  });
}

/** Reads what is of TypeScript itself and of packages once, for all programs with the same options. */
function cachingHost(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  const settings = JSON.stringify(options);
  host.getSourceFile = function getSourceFile(file, ...rest) {
    if (!file.includes('/node_modules/')) return read(file, ...rest);
    const key = `${settings} ${file}`;
    if (!FOREIGN.has(key)) FOREIGN.set(key, read(file, ...rest));
    return FOREIGN.get(key);
  };
  return host;
}
