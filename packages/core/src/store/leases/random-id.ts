import { randomBytes } from 'node:crypto';

/** 32 hex digits. */
export const randomId = (): string => randomBytes(16).toString('hex');
