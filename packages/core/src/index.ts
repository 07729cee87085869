export type { Digest, Fingerprint } from './brands.ts';
export type * from './jobs/types.ts';
export type * from './ports.ts';
export type * from './project-types.ts';
