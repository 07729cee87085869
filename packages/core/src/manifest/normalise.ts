import type { AspectRatio, MeshQuality, VideoResolution } from '@assetgen/client';
import { ASPECT_RATIOS, FACE_RANGES } from '@assetgen/client/wire';
import { Fields } from './fields.ts';
import { checkCollisions, checkGraph } from './check-graph.ts';
import { checkName, memberName } from './check-name.ts';
import type { KnownShapes } from './normalise-outputs.ts';
import { noKnownShapes, normaliseOutputs } from './normalise-outputs.ts';
import { ManifestError } from './manifest-error.ts';
import type {
  AdoptedSource,
  Asset,
  AssetKind,
  ChibiSource,
  Expect,
  ImageSource,
  Manifest,
  Problem,
  VideoSource,
} from './manifest.ts';
import type { RawObject } from './is-object.ts';
import type { RawAsset, RawManifest } from './validate-document.ts';

/** Extensions that a portrait check and the model service read (section 4.2). */
const PORTRAIT = /\.(?:png|jpe?g)$/i;

/**
 * Joins the manifests of a project and fills in every default.
 * @param root absolute path of the project's root; every input file stays inside it
 * @throws {ManifestError} with all that is wrong in all of them
 */
export function normalise(manifests: readonly RawManifest[], root: string): Manifest {
  const problems: Problem[] = manifests.flatMap((manifest) => manifest.problems);
  const none: RawObject = {};
  const assets: Asset[] = [];
  const seen = new Map<string, Asset>();
  const shapes = noKnownShapes();
  for (const manifest of manifests) {
    manifest.assets.forEach((raw) => {
      const fields = new Fields(raw, manifest.defaults[raw.kind] ?? none, root, problems);
      const asset = normaliseAsset(raw, fields, shapes);
      const first = seen.get(raw.name);
      if (first !== undefined) {
        const { file, line } = first.position;
        problems.push({
          position: asset.position,
          path: `assets.${raw.name}`,
          message: `an asset of this name is in ${file}:${line} already`,
        });
        return;
      }
      seen.set(raw.name, asset);
      assets.push(asset);
    });
  }
  // A name that is declared, though its entry is wrong, is not a missing name.
  const declared = (): string[] => manifests.flatMap((manifest) => manifest.declared);
  const all = problems.concat(checkGraph(assets, seen, declared), checkCollisions(assets, seen));
  if (all.length > 0) throw new ManifestError(all);
  assets.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { assets };
}

/**
 * Each field is written out, the kind first: of an object that begins with a spread, V8 11 (Node 20) makes a hidden
 * class of its own for each asset, and whatever reads one is twenty times slower. One with a spread further on takes
 * three times as long to make.
 */
function normaliseAsset(raw: RawAsset, fields: Fields, shapes: KnownShapes): Asset {
  const { name, kind } = raw;
  const position = raw.document.whereAsset(name);
  // An asset that is not bought has one variant, even if the defaults of its kind say more.
  const bought = fields.own['uuid'] === undefined && fields.own['source'] === undefined;
  const variants = bought ? fields.get('variants', 1) : adoptedVariants(kind, fields);
  const pick = bought ? fields.get('pick', 1) : ((fields.own['pick'] as number | undefined) ?? 1);
  if (pick > variants) {
    const most = bought ? `"variants" (${variants})` : String(variants);
    fields.problem(['pick'], `expected at most ${most}, found ${pick}`);
  }
  const revision = fields.get('revision', 0);
  const frozen = fields.get('frozen', false);
  const expect = fields.get('expect', NO_LIMITS);
  switch (kind) {
    case 'model': {
      const { source, quality, faces, pbr, meshOnly } = model(fields);
      const outputs = normaliseOutputs(fields, kind, null, shapes);
      return {
        kind,
        name,
        position,
        revision,
        frozen,
        variants,
        pick,
        expect,
        source,
        quality,
        faces,
        pbr,
        meshOnly,
        outputs,
      };
    }
    // Each by itself: a function within, as they might share, would be made anew for each asset.
    case 'image': {
      const source = imageSource(fields);
      const outputs = normaliseOutputs(fields, kind, null, shapes);
      return {
        kind,
        name,
        position,
        revision,
        frozen,
        variants,
        pick,
        expect,
        source,
        outputs,
      };
    }
    case 'video': {
      const source = videoSource(fields);
      const outputs = normaliseOutputs(fields, kind, null, shapes);
      return {
        kind,
        name,
        position,
        revision,
        frozen,
        variants,
        pick,
        expect,
        source,
        outputs,
      };
    }
    case 'chibi': {
      const source = chibiSource(fields);
      const outputs = normaliseOutputs(fields, kind, source.members, shapes);
      return {
        kind,
        name,
        position,
        revision,
        frozen,
        variants,
        pick,
        expect,
        source,
        outputs,
      };
    }
  }
}

/** One for all: most assets have none. */
const NO_LIMITS: Expect = {};

/** Variants of an asset that is not bought. */
function adoptedVariants(kind: AssetKind, fields: Fields): number {
  return kind === 'chibi' ? 1 : Math.max(1, uuidsOf(fields).length);
}

function model(fields: Fields) {
  const quality = fields.get<MeshQuality>('quality', 'high');
  const range = FACE_RANGES[quality];
  const faces = fields.get<number>('faces', range.default);
  if (faces < range.min || faces > range.max) {
    const message = `expected ${range.min} to ${range.max} for quality "${quality}", found ${faces}`;
    fields.problem(['faces'], message);
  }
  exactlyOne(fields, MODEL_SOURCES);
  const source =
    fields.own['uuid'] !== undefined
      ? adoptedSource(fields)
      : fields.own['image'] !== undefined
        ? ({
            type: 'image',
            input: fields.input(fields.own['image'], ['image']),
            enhance: fields.get('enhanceImage', false),
          } as const)
        : ({ type: 'text', prompt: fields.get('prompt', '') } as const);
  return {
    source,
    quality,
    faces,
    pbr: fields.get('pbr', true),
    meshOnly: fields.get('meshOnly', false),
  };
}

/** Variants that were bought elsewhere. */
function adoptedSource(fields: Fields): AdoptedSource {
  if (fields.own['variants'] !== undefined) {
    fields.problem(['variants'], 'not together with "uuid": nothing is bought');
  }
  return { type: 'uuid', uuids: uuidsOf(fields) };
}

/** What "uuid" gives, as a list; empty where it is not given. */
function uuidsOf(fields: Fields): readonly string[] {
  const given = fields.own['uuid'] as string | string[] | undefined;
  return given === undefined ? [] : [given].flat();
}

function videoSource(fields: Fields): VideoSource {
  exactlyOne(fields, VIDEO_SOURCES);
  if (fields.own['uuid'] !== undefined) return adoptedSource(fields);
  return {
    type: 'text',
    prompt: fields.get('prompt', ''),
    references: fields.inputs('references'),
    aspectRatio: fields.get<AspectRatio>('aspectRatio', '16:9'),
    duration: fields.get('duration', 5),
    resolution: fields.get<VideoResolution>('resolution', '720p'),
  };
}

function imageSource(fields: Fields): ImageSource {
  exactlyOne(fields, IMAGE_SOURCES);
  if (fields.own['uuid'] !== undefined) return adoptedSource(fields);
  if (fields.own['source'] !== undefined) {
    const input = fields.file(String(fields.own['source']), ['source']);
    for (const key of ['model', 'modelKey', 'references', 'aspectRatio', 'variants', 'extra']) {
      if (fields.own[key] !== undefined) fields.problem([key], 'not together with "source"');
    }
    return { type: 'local', input };
  }
  const prompt = fields.get('prompt', '');
  const references = fields.inputs('references');
  const id = fields.get<string | null>('model', null);
  if (id === null) {
    for (const key of ['resolution', 'extra', 'mode']) {
      if (fields.own[key] !== undefined) {
        fields.problem([key], 'only together with "model": an image of group V1');
      }
    }
    const aspectRatio = fields.get<string>('aspectRatio', '1:1');
    if (!isAspectRatio(aspectRatio)) {
      const known = ASPECT_RATIOS.map((each) => `"${each}"`).join(', ');
      const message = `expected one of ${known}, found "${aspectRatio}"; others only together with "model": an image of group V1`;
      fields.problem(['aspectRatio'], message);
    }
    return {
      type: 'picture',
      prompt,
      references,
      aspectRatio: aspectRatio as AspectRatio,
      modelKey: fields.get('modelKey', 'image-2'),
    };
  }
  if (!/^[^/\s]+\/\S+$/.test(id)) {
    fields.problem(['model'], `expected provider/name, found ${JSON.stringify(id)}`);
  }
  if (fields.own['modelKey'] !== undefined) {
    fields.problem(['modelKey'], 'not together with "model": that is an image of group V1');
  }
  return {
    type: 'v1',
    model: id,
    prompt,
    mode: fields.get('mode', references.length > 0 ? 'image-to-image' : 'text-to-image'),
    references,
    aspectRatio: fields.get<string | null>('aspectRatio', null),
    resolution: fields.get<string | null>('resolution', null),
    extra: fields.get<Record<string, unknown> | null>('extra', null),
  };
}

function isAspectRatio(ratio: string): ratio is AspectRatio {
  return (ASPECT_RATIOS as readonly string[]).includes(ratio);
}

function chibiSource(fields: Fields): ChibiSource {
  const images = fields.inputs('images');
  const requirePortrait = fields.get('requirePortrait', false);
  if (images.length === 0) fields.problem([], 'expected "images", found none');
  const members = images.map((image, index) => {
    const member = memberName(image.type === 'file' ? image.given : image.name);
    const wrong = member === '' ? 'empty' : checkName(member);
    if (wrong !== null) {
      fields.problem(['images', index], `its file name cannot name the figure: ${wrong}`);
    }
    if (requirePortrait && image.type === 'file' && !PORTRAIT.test(image.given)) {
      const message = `the portrait check reads JPG, JPEG and PNG, found ${JSON.stringify(image.given)}`;
      fields.problem(['images', index], message);
    }
    return member;
  });
  const taken = new Set<string>();
  members.forEach((member, index) => {
    if (taken.has(member)) {
      fields.problem(['images', index], `an earlier image already gives the figure "${member}"`);
    }
    taken.add(member);
  });
  const base = { images, members, requirePortrait };
  if (fields.own['uuid'] === undefined) {
    return { ...base, type: 'images', style: fields.required('style') };
  }
  const uuids = uuidsOf(fields);
  if (uuids.length !== images.length) {
    const message = `expected one UUID for each of "images" (${images.length}), found ${uuids.length}`;
    fields.problem(['uuid'], message);
  }
  return { ...base, type: 'uuid', uuids, style: fields.get('style', '') };
}

const MODEL_SOURCES = ['prompt', 'image', 'uuid'] as const;
const VIDEO_SOURCES = ['prompt', 'uuid'] as const;
const IMAGE_SOURCES = ['prompt', 'source', 'uuid'] as const;

/** Keys that exclude each other; the asset's own ones count, defaults do not. */
function exactlyOne(fields: Fields, keys: readonly string[]): void {
  let count = 0;
  // By number: before it is compiled, `for of` makes an object at each step.
  for (let at = 0; at < keys.length; at += 1) {
    if (fields.own[keys[at] ?? ''] !== undefined) count += 1;
  }
  if (count === 1) return;
  const given = keys.filter((key) => fields.own[key] !== undefined);
  const isNone = count === 0 && fields.get<unknown>(keys[0] ?? '', undefined) === undefined;
  if (!isNone && count === 0) return;
  const names = keys.map((key) => `"${key}"`).join(', ');
  if (isNone) fields.problem([], `expected one of ${names}, found none`);
  else fields.problem([given[1] ?? ''], `expected only one of ${names}, found ${given.length}`);
}
