/** One file that the build made, ready to be served or emitted. */
export interface OutputFile {
  /** Name of the asset: `props/dragon`. */
  readonly asset: string;
  /** Name below the prefix: `props/dragon.lod1.glb`. */
  readonly name: string;
  /** Absolute path of the real file. */
  readonly path: string;
  readonly bytes: number;
  /** 64 hex digits. */
  readonly sha256: string;
  /** True for a draft, which is free. */
  readonly draft: boolean;
  /** `models/dragon.glb` where the output is `public`: served and emitted under that URL too. */
  readonly public?: string;
}

/** An ES module that no output is: `asset` names it. */
export interface ResolvedCode {
  readonly type: 'object';
  readonly asset: string;
  readonly code: string;
  /**
   * The same for a dev server, taking updates of itself where it stands.
   * @param hot how the bundler calls its interface: `import.meta.hot`
   */
  hotCode?(hot: string): string;
}

/** What an import below the prefix means. */
export type ResolvedImport =
  | { readonly type: 'file'; readonly file: OutputFile }
  /** An object import: `code` is the ES module, whose URL imports go through `file` imports. */
  | ResolvedCode;

/** A snapshot of all outputs, for bundler adapters. */
export interface AssetView {
  readonly prefix: string;
  /** Absolute paths: manifests, lock, config and input files. */
  readonly watch: readonly string[];
  readonly files: readonly OutputFile[];
  /**
   * `id` as written in the import, with the prefix and without a query: `@gen/props/dragon.glb`.
   * null when the id is not below the prefix. Throws `ASSETGEN_UNKNOWN_IMPORT` with the nearest
   * name for one that is and does not exist.
   */
  resolve(id: string): ResolvedImport | null;
}
