import type { Makers } from './makers.ts';

/** What the service sends to a worker thread. */
export interface WorkerTask {
  readonly id: number;
  readonly name: keyof Makers;
  readonly args: readonly unknown[];
}

/** What comes back; a task ends with `done` or `failed`. */
export type WorkerMessage =
  | { readonly type: 'progress'; readonly id: number; readonly fraction: number }
  | { readonly type: 'done'; readonly id: number; readonly value: unknown }
  | {
      readonly type: 'failed';
      readonly id: number;
      readonly message: string;
      /** Of an AssetgenError; null for any other error. */
      readonly code: string | null;
      readonly hint: string | null;
    };
