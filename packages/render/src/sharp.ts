/**
 * The one sharp of all packages: only this one depends on it. Else a package manager that has another version of it
 * for a framework, as in a Next app, nests a copy of 16 MB beside each package that names its own range.
 */
export { default } from 'sharp';
export type { Metadata, OverlayOptions, Sharp } from 'sharp';
