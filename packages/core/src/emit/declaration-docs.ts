import type { Asset, Output } from '../manifest/types.ts';

/** Formats that editors show in a hover. */
const SHOWN: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp', 'avif']);

/**
 * The JSDoc of a file's import: what the manifest says of it, and the picture itself where it is one.
 * Nothing of what was built: the text is the same on every machine, and before the first build.
 */
export function documentOutput(asset: Asset, output: Output): string {
  const { name, format } = output;
  const facts = [asset.kind, format, ...measures(output)].join(' \u00b7 ');
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

function measures({ step }: Output): string[] {
  if (step.type === 'convert') return [`${step.size} mm`];
  if (!('options' in step)) return [];
  const { options } = step;
  const width = 'width' in options ? options.width : undefined;
  const height = 'height' in options ? options.height : undefined;
  if (width === undefined || width === null) return [];
  return [height === undefined || height === null ? `${width} wide` : `${width} × ${height}`];
}

function widthOf({ step }: Output): number {
  const width = 'options' in step && 'width' in step.options ? step.options.width : undefined;
  return width ?? Infinity;
}
