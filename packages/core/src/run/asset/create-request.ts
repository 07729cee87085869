import type { Upload } from '@assetgen/client';
import type { CreateRequest, ResultKind } from '../../jobs/job-engine.ts';
import type { Asset, ImageInput } from '../../manifest/manifest.ts';

/** Where the bytes of an input image stand. */
export type UploadOf = (input: ImageInput) => Upload;

/** The create of an asset's recipe: which operation, with which fields. `count` variants. */
export function createRequest(asset: Asset, count: number, upload: UploadOf): CreateRequest {
  if (asset.source.type === 'uuid') throw new TypeError('an adopted asset is never created');
  switch (asset.kind) {
    case 'model': {
      const { source, quality, faces, pbr, meshOnly } = asset;
      const fields = {
        mesh_quality: quality,
        faceNum: faces,
        modelCount: count,
        disablePbr: pbr ? (0 as const) : (1 as const),
        onlyGenerateMesh: meshOnly,
      };
      if (source.type === 'image') {
        const input = {
          ...fields,
          image: upload(source.input),
          enableImageEnhancement: source.enhance,
        };
        return { operation: 'generateModelWithImage', input };
      }
      return { operation: 'generateModelWithText', input: { ...fields, prompt: source.prompt } };
    }
    case 'image': {
      const { source } = asset;
      if (source.type === 'local') throw new TypeError('a local image is never created');
      const images = source.references.map(upload);
      const withImages = images.length === 0 ? {} : { images };
      if (source.type === 'picture') {
        const { prompt, aspectRatio, modelKey } = source;
        const input = { prompt, aspectRatio, modelKey, jobNum: count, ...withImages };
        return { operation: 'createNormalPicture', input };
      }
      const input = {
        model: source.model,
        prompt: source.prompt,
        mode: source.mode,
        n: count,
        ...(source.resolution === null ? {} : { resolution: source.resolution }),
        ...(source.aspectRatio === null ? {} : { aspect_ratio: source.aspectRatio }),
        ...(source.extra === null ? {} : { extra_body: source.extra }),
        ...withImages,
      };
      return { operation: 'generateImages', input };
    }
    case 'video': {
      const { prompt, references, aspectRatio, duration, resolution } = asset.source;
      const images = references.map(upload);
      const input = {
        prompt,
        aspectRatio,
        duration,
        resolution,
        jobNum: count,
        ...(images.length === 0 ? {} : { images }),
      };
      return { operation: 'createNormalVideo', input };
    }
    case 'chibi': {
      const { images, style } = asset.source;
      const input = { images: images.map(upload), styleType: style };
      return { operation: 'createCuteModelsFromImages', input };
    }
  }
}

/** Which query tells of an asset's UUIDs. */
export function resultKind(asset: Asset): ResultKind {
  return asset.kind === 'chibi' ? 'model' : asset.kind;
}
