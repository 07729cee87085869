import { importName, promptOf } from '@assetgen/core';
import type { Asset, ImageInput, Output } from '@assetgen/core';

type Pair = readonly [name: string, value: string];

/** What an asset is made from, in words. */
export function describeSource(asset: Asset): string {
  const prompt = promptOf(asset);
  if (prompt !== null && prompt !== '') return prompt;
  const { source } = asset;
  switch (source.type) {
    case 'image':
      return `from ${nameOf(source.input)}`;
    case 'local':
      return `converted from ${nameOf(source.input)}`;
    case 'uuid':
      return `made elsewhere: ${source.uuids.join(', ')}`;
    case 'images':
      return `from ${source.images.map(nameOf).join(', ')}`;
    default:
      return '';
  }
}

/** Parameters with every default filled in, without the prompt. */
export function parametersOf(asset: Asset): readonly Pair[] {
  const common: Pair[] = [
    ['variants', String(asset.variants)],
    ['pick', String(asset.pick)],
    ['revision', String(asset.revision)],
    ...Object.entries(asset.expect).map(([key, value]): Pair => [`expect.${key}`, String(value)]),
  ];
  if (asset.source.type === 'uuid') {
    const { uuids } = asset.source;
    const pick: Pair[] =
      uuids.length > 1 && asset.kind !== 'chibi' ? [['pick', String(asset.pick)]] : [];
    return [['uuid', uuids.join(', ')], ...pick];
  }
  switch (asset.kind) {
    case 'model': {
      const { source } = asset;
      const image: Pair[] =
        source.type === 'image'
          ? [
              ['image', nameOf(source.input)],
              ['enhanceImage', String(source.enhance)],
            ]
          : [];
      return [
        ...image,
        ['quality', asset.quality],
        ['faces', asset.faces.toLocaleString('en')],
        ['pbr', String(asset.pbr)],
        ['meshOnly', String(asset.meshOnly)],
        ...common,
      ];
    }
    case 'image': {
      const { source } = asset;
      if (source.type === 'local') return [['source', nameOf(source.input)]];
      const references: Pair[] =
        source.references.length === 0 ? [] : [['references', list(source.references)]];
      if (source.type === 'picture') {
        const { aspectRatio, modelKey } = source;
        return [['aspectRatio', aspectRatio], ['modelKey', modelKey], ...references, ...common];
      }
      const { model, mode, aspectRatio, resolution, extra } = source;
      return [
        ['model', model],
        ['mode', mode],
        ...given('aspectRatio', aspectRatio),
        ...given('resolution', resolution),
        ...given('extra', extra === null ? null : JSON.stringify(extra)),
        ...references,
        ...common,
      ];
    }
    case 'video': {
      const { aspectRatio, duration, resolution, references } = asset.source;
      return [
        ['aspectRatio', aspectRatio],
        ['duration', `${duration} s`],
        ['resolution', resolution],
        ...given('references', references.length === 0 ? null : list(references)),
        ...common,
      ];
    }
    case 'chibi': {
      const { images, requirePortrait } = asset.source;
      return [['images', list(images)], ['requirePortrait', String(requirePortrait)], ...common];
    }
  }
}

/** What an output asks for. */
export function describeStep({ step }: Output): string {
  switch (step.type) {
    case 'image':
    case 'poster': {
      const { width, height, quality, fit } = step.options;
      const size =
        width === undefined && height === undefined
          ? []
          : [`${width ?? 'auto'} × ${height ?? 'auto'} px`];
      return [
        step.type === 'poster' ? `frame at ${step.at} s as ${step.format}` : step.format,
        ...size,
        ...(quality === undefined ? [] : [`quality ${quality}`]),
        ...(fit === undefined ? [] : [fit]),
      ].join(', ');
    }
    case 'model': {
      const { simplify, maxTriangles, lod, textures, compress, scale } = step.options;
      const percent = (share: number): string => `${Math.round(share * 100)} %`;
      const parts = [
        ...(simplify === undefined ? [] : [`${percent(simplify)} of the triangles`]),
        ...(maxTriangles === undefined ? [] : [`at most ${maxTriangles} triangles`]),
        ...(lod === undefined ? [] : [`${percent(lod)} of those`]),
        ...(textures?.format === undefined ? [] : [`${textures.format} textures`]),
        ...(textures?.maxSize === undefined ? [] : [`textures up to ${textures.maxSize} px`]),
        ...(textures?.maxCount === undefined ? [] : [`at most ${textures.maxCount} textures`]),
        ...(compress === undefined ? [] : [compress]),
        ...(step.options.center === true ? ['centred'] : []),
        ...(step.options.ground === true ? ['on the ground'] : []),
        ...(typeof scale === 'object'
          ? Object.entries(scale).map(([side, metres]) => `${side} ${metres} m`)
          : scale === undefined
            ? []
            : [`scaled by ${scale}`]),
      ];
      return parts.length === 0 ? 'glb' : parts.join(', ');
    }
    case 'thumbnail': {
      const { width = 512, height = width } = step.options;
      return `picture of the model as ${step.format}, ${width} × ${height} px`;
    }
    case 'collider':
      return `collider as ${step.format}, ${step.shape}`;
    case 'convert':
      return `${step.format}, ${step.size} mm, converted by the service`;
    case 'video':
      return 'mp4';
    case 'transcode': {
      const { codec, width, height, quality, audio } = step.options;
      const parts = [
        ...(codec === undefined ? [] : [codec]),
        ...(width === undefined ? [] : [`${width} px wide`]),
        ...(height === undefined ? [] : [`${height} px high`]),
        ...(quality === undefined ? [] : [`quality ${quality}`]),
        ...(audio === false ? ['without sound'] : []),
      ];
      return [step.format, ...parts].join(', ');
    }
  }
}

/** Lines to copy into a source, which may stand in it together. */
export function importsOf(asset: Asset, prefix: string): readonly Pair[] {
  const stem = asset.name.split('/').at(-1) ?? '';
  const names = distinctNames(asset, stem);
  return [
    ['The whole asset', `import ${importName(stem)} from '${prefix}/${asset.name}';`],
    ...asset.outputs.map((output, index): Pair => {
      const name = importName(names[index] ?? stem);
      return [output.name, `import ${name}Url from '${prefix}/${output.name}';`];
    }),
  ];
}

/** The shortest names that are not the same: `hero`, else `hero.640w`, else `hero.640w.webp`. */
function distinctNames({ kind, outputs }: Asset, stem: string): string[] {
  const file = (name: string): string => name.split('/').at(-1) ?? '';
  const short = outputs.map(({ name, member }) =>
    member > 0 || kind === 'chibi' ? fileStem(name) : stem,
  );
  const whole = outputs.map(({ name }) => file(name));
  const suffixed = whole.map((name) => name.replace(/\.[^.]*$/, ''));
  return [short, suffixed].find((names) => new Set(names).size === names.length) ?? whole;
}

function fileStem(name: string): string {
  return (name.split('/').at(-1) ?? '').replace(/\..*$/, '');
}

function given(name: string, value: string | null): Pair[] {
  return value === null || value === '' ? [] : [[name, value]];
}

function list(inputs: readonly ImageInput[]): string {
  return inputs.map(nameOf).join(', ');
}

function nameOf(input: ImageInput): string {
  return input.type === 'file' ? input.given : `@${input.name}`;
}
