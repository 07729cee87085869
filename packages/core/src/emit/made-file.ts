import type { OutputMeta } from '../lock/lock.ts';
import type { Output } from '../manifest/manifest.ts';
import type { OutputFile } from './asset-view.ts';

/** An output that exists, with its facts. */
export interface MadeFile {
  readonly output: Output;
  readonly file: OutputFile;
  readonly meta: OutputMeta;
}
