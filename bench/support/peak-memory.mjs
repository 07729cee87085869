import { readFileSync } from 'node:fs';

/**
 * The most memory that this process held since its program began. `getrusage` knows it too, but Linux keeps that number
 * from before: it is at least what the process held that started this one. Unit: bytes.
 */
export function peakMemory() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
  return Number(kilobytes) * 1024;
}
