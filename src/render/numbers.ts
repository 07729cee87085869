/** `1.2 MB`, `340 kB`: decimal units, as browsers and stores show them. */
export function printBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(0)} kB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}

export function printSeconds(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(2)} s` : `${Math.round(ms / 1000)} s`;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A range of points; an unknown most is said as unknown. */
export function printPoints(range: { readonly min: number; readonly max: number | null }): string {
  if (range.max === null) return range.min === 0 ? 'unknown' : `at least ${range.min}`;
  return range.min === range.max ? `${range.min}` : `${range.min} to ${range.max}`;
}
