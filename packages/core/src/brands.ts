declare const brand: unique symbol;

/** The hash of bytes: `sha256-` and 64 lower-case hex digits. Never a {@link Fingerprint}. */
export type Digest = string & { readonly [brand]: 'digest' };

/** The hash of a recipe, or of a processing step with its inputs: 64 hex digits. Never a {@link Digest}. */
export type Fingerprint = string & { readonly [brand]: 'fingerprint' };
