import type { Failure } from '@assetgen/unplugin';
import type { Rollup } from 'vite';

/** An error that Vite prints, and shows in its overlay, with the manifest's place. */
export function toRollupError(failure: Failure, cause?: unknown): Rollup.RollupError {
  const { code, text, position } = failure;
  return {
    name: 'AssetgenError',
    message: text,
    // The stack leads into this plugin; the place that matters is in the manifest or the importer.
    stack: '',
    ...(code === null ? {} : { pluginCode: code }),
    ...(cause === undefined ? {} : { cause }),
    ...(position === null ? {} : { id: position.file, loc: position }),
  };
}
