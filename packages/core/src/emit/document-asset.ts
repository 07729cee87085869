import type { LockedOutput } from '../lock/lock.ts';
import type { Asset, Output } from '../manifest/manifest.ts';

/** Formats that editors show in a hover. */
const SHOWN: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp', 'avif']);

/**
 * The JSDoc of a file's import: what the manifest says of it and, once it was made, the lock; and the
 * picture itself where it is one. Manifest and lock are committed: the text is the same everywhere.
 */
export function documentOutput(asset: Asset, output: Output, locked?: LockedOutput): string {
  const { name, format } = output;
  const facts = [asset.kind, format, ...measures(output, locked)].join(' \u00b7 ');
  return SHOWN.has(format) ? `/** ${facts} ${picture(name)} */` : withPicture(asset, facts);
}

/** The JSDoc of an asset's object import. */
export function documentAsset(asset: Asset): string {
  const count = asset.outputs.length;
  return withPicture(asset, `${asset.kind} \u00b7 ${count} file${count === 1 ? '' : 's'}`);
}

/** With the smallest picture, poster or thumbnail of the asset, where it has one. */
function withPicture({ outputs }: Asset, facts: string): string {
  const [first] = outputs
    .filter(({ format }) => SHOWN.has(format))
    .toSorted((a, b) => widthOf(a) - widthOf(b));
  return first === undefined ? `/** ${facts} */` : `/** ${facts} ${picture(first.name)} */`;
}

/** Relative to the declarations, which lie in the project's root. */
function picture(name: string): string {
  return `![](./.assetgen/files/${encodeURI(name)})`;
}

function measures(output: Output, locked: LockedOutput | undefined): string[] {
  const { step } = output;
  const converted = step.type === 'convert' ? [`${step.size} mm`] : [];
  if (locked === undefined) return [...converted, ...askedSize(output)];
  const { width, height, duration, triangles } = locked.meta;
  return [
    ...converted,
    ...(width === undefined || height === undefined
      ? askedSize(output)
      : [`${width} \u00d7 ${height}`]),
    ...(duration === undefined ? [] : [`${Number(duration.toFixed(2))} s`]),
    ...(triangles === undefined ? [] : [`${grouped(triangles)} triangles`]),
    fileSize(locked.bytes),
  ];
}

/** What the manifest asks for: the other side is not known before the picture is. */
function askedSize({ step }: Output): string[] {
  if (!('options' in step)) return [];
  const { options } = step;
  const width = 'width' in options ? options.width : undefined;
  const height = 'height' in options ? options.height : undefined;
  if (width === undefined || width === null) return [];
  return [height === undefined || height === null ? `${width} wide` : `${width} × ${height}`];
}

/** 12,345: the same in every locale. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

function fileSize(bytes: number): string {
  const [unit, divisor] = bytes < 999_500 ? ['kB', 1e3] : ['MB', 1e6];
  return `${Number((bytes / divisor).toPrecision(3))} ${unit}`;
}

function widthOf({ step }: Output): number {
  const width = 'options' in step && 'width' in step.options ? step.options.width : undefined;
  return width ?? Infinity;
}
