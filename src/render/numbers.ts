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

/** Time that passed: `0:32`, `1:02:05`. */
export function printClock(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (count: number): string => String(count).padStart(2, '0');
  const rest = two(seconds % 60);
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${two(minutes)}:${rest}`;
}

/** Time that is left: `59:58`, `1:00:00`; below a minute `58 s`. */
export function printCountdown(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / 1000);
  if (seconds < 60) return `${seconds} s`;
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, at) => (at === 0 ? `${part}` : `${part}`.padStart(2, '0'))).join(':');
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A range of points; an unknown most is said as unknown. */
export function printPoints(range: { readonly min: number; readonly max: number | null }): string {
  if (range.max === null) return range.min === 0 ? 'unknown' : `at least ${range.min}`;
  return range.min === range.max ? `${range.min}` : `${range.min} to ${range.max}`;
}
