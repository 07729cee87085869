import ts from 'typescript';

const FOREIGN = new Map<string, ts.SourceFile | undefined>();

/** Reads what is of TypeScript itself and of packages once, for all programs with the same options. */
export function cachingHost(options: ts.CompilerOptions): ts.CompilerHost {
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
