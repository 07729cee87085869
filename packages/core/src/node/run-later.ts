/**
 * Does something after a while, unless the process ends before: it does not wait for that.
 * @param ms Unit: milliseconds
 * @returns calls it off
 */
export function runLater(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms).unref();
  return () => clearTimeout(timer);
}
