import { packAll } from './pack.ts';

/** Vitest's global set-up: packing builds `dist` from nothing, so it ends before a test reads from there. */
export default function packFirst(): void {
  packAll();
}
