import type { OutputMeta } from '../lock/types.ts';
import type { Output } from '../manifest/types.ts';
import type { OutputFile } from '../project-types.ts';

/** An output that exists, with its facts. */
export interface MadeFile {
  readonly output: Output;
  readonly file: OutputFile;
  readonly meta: OutputMeta;
}
