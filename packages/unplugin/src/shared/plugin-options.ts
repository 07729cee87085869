import type { AssetgenOptions } from '@assetgen/core';

/** Options of every bundler plugin. They win over the config file. */
export interface PluginOptions extends AssetgenOptions {
  /**
   * Folder with the manifest and the lock, relative to the bundler's root.
   * @default the bundler's own root; if that has no manifest and no config, the nearest folder above that
   * has one, up to that of package.json
   */
  readonly root?: string;
  /**
   * Files above this size do not pass through the bundler's memory in production builds. The bundler
   * gets a placeholder of about 130 bytes, and the plugin copies the file into the output folder at the
   * end. `Infinity` hands every file to the bundler. Unit: bytes; at least 0.
   * @default 1_000_000
   */
  readonly largeFileBytes?: number;
  /**
   * Vite only: whether small files may become data URLs, as its `build.assetsInlineLimit` says. Its library mode
   * then inlines all of them.
   * @default false: every import is the URL of a file
   */
  readonly inline?: boolean;
}

const LARGE_FILE_BYTES = 1_000_000;

/** @throws Error `ASSETGEN_CONFIG` */
export function readLargeFileBytes(given: number = LARGE_FILE_BYTES): number {
  if (typeof given === 'number' && given >= 0) return given;
  const message = `Invalid largeFileBytes: expected a number of bytes from 0 to Infinity but received ${String(given)}`;
  throw Object.assign(new Error(message), {
    code: 'ASSETGEN_CONFIG',
    hint: 'Leave it out for 1 MB, or set Infinity.',
  });
}
