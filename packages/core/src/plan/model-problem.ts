import type { ModelDescriptor } from '@assetgen/client';
import { nearest } from '../manifest/nearest.ts';
import type { Asset } from '../manifest/manifest.ts';

/** What the list of models says against an image of group V1; null where it fits. */
export function modelProblem(asset: Asset, models: readonly ModelDescriptor[]): string | null {
  if (asset.kind !== 'image' || asset.source.type !== 'v1') return null;
  const { source, variants } = asset;
  const model = models.find((each) => each.id === source.model);
  if (model === undefined) {
    const images = models.filter(mayMakeImages).map((each) => each.id);
    const near = nearest(source.model, images);
    const list = images.length === 0 ? 'It lists none.' : `Image models: ${images.join(', ')}.`;
    const known = near === null ? list : `Did you mean "${near}"?`;
    return `the service has no model "${source.model}". ${known}`;
  }
  if (!mayMakeImages(model)) {
    return `"${source.model}" makes no images: it is of modality ${model.modality}`;
  }
  const { aspect_ratios, resolutions, max_n, supports_image_input } = model.capabilities;
  if (source.references.length > 0 && supports_image_input === false) {
    return `"${source.model}" takes no reference images`;
  }
  if (max_n !== undefined && variants > max_n) {
    return `"${source.model}" makes at most ${max_n} variants, found ${variants}`;
  }
  return (
    notAmong('mode', source.mode, model.modes, model) ??
    notAmong('aspectRatio', source.aspectRatio, aspect_ratios, model) ??
    notAmong('resolution', source.resolution, resolutions, model)
  );
}

/** If the service gives no limits for a model, everything is allowed. */
function mayMakeImages({ modality }: ModelDescriptor): boolean {
  return modality === '' || modality === 'image';
}

/** A list that the service does not give forbids nothing. */
function notAmong(
  key: string,
  value: string | null,
  known: readonly string[] | undefined,
  model: ModelDescriptor,
): string | null {
  if (value === null || known === undefined || known.length === 0 || known.includes(value)) {
    return null;
  }
  return `"${model.id}" has no ${key} "${value}": it has ${known.join(', ')}`;
}
