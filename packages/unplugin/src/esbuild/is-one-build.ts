/**
 * Whether esbuild sets a plugin up for a `build()`, which ends with what it wrote. A context may `serve()`: it then
 * answers with what it has in memory, whatever stands on the disk. esbuild tells no plugin which of the two it is for,
 * and only the stack shows it. Behind a plugin that took a while, the stack shows neither, which counts as a context.
 */
export function isOneBuild(): boolean {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 50;
  const { stack } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return /\bbuild \(.*[\\/]esbuild(?:-wasm)?[\\/]lib[\\/]/.test(String(stack));
}
