import { AssetgenError } from '@assetgen/client/errors';
import type { Document, NodeIO } from '@gltf-transform/core';
import type {
  ModelStepOptions,
  OutputStep,
  ThumbnailStepOptions,
} from '../../manifest/manifest.ts';
import { bindMatrices } from './bind-matrices.ts';
import { describeModel, neededExtensions } from './describe-model.ts';
import { namesDraco, openModelIO, readModel } from './open-model-io.ts';
import { refuseTextures } from './textures/refuse-textures.ts';
import { placeModel } from './place-model.ts';
import { simplifyModel } from './simplify-model.ts';
import type { SurfaceCache } from './simplify-model.ts';
import { keepOptions } from './keep-options.ts';
import { solidTextures } from './textures/solid-textures.ts';
import { splitUses } from './textures/split-uses.ts';
import { limitTextures } from './textures/limit-textures.ts';
import type { TextureCache } from './textures/encode-textures.ts';
import { beginTextures, createTextureCache, encodeTextures } from './textures/encode-textures.ts';
import { gpuFacts } from './gpu-facts.ts';
import { hasMirrors } from './has-mirrors.ts';
import { withoutInstances } from './instances.ts';
import { drawThumbnail } from './render-thumbnail.ts';
import { drawLess, instanceMeshes } from './draw-less.ts';
import { sparseAccessors } from './sparse-accessors.ts';
import { warmSimplifier } from './warm-simplifier.ts';
import { weldVertices } from './weld-vertices.ts';
import { wholePositions } from './whole-positions.ts';
import type { OpenedSource, StepResult } from '../local-step.ts';

/** Steps that read a GLB. */
export type ModelStep = Extract<OutputStep, { type: 'model' | 'thumbnail' | 'collider' }>;

/**
 * Decodes a GLB (glTF 2.0, binary) for its outputs, each made once and one after the other. Work that all of
 * them need, such as welding, is done once; textures of the same settings are encoded once.
 * @throws AssetgenError `ASSETGEN_CONTENT` when the source is no GLB
 */
export async function openModel(
  source: Uint8Array,
  steps: readonly ModelStep[],
): Promise<OpenedSource<ModelStep>> {
  const makesDraco = steps.some(
    (each) => each.type === 'model' && each.options.compress === 'draco',
  );
  const [io] = await Promise.all([
    openModelIO(makesDraco || namesDraco(source)),
    warmSimplifier(source, steps),
  ]);
  const document = await readModel(io, source);
  // Told before anything changes: what is asked for without options is the source as it is.
  const facts = steps.some(isPlain)
    ? { ...(await describeModel(document)), ...(await gpuFacts(document)) }
    : {};
  const textures = createTextureCache();
  const surfaces: SurfaceCache = new Map();
  let left = steps.filter((step) => !isPlain(step)).length;
  let checked: Promise<void> | undefined;
  let tidied: Promise<void> | undefined;
  let welded: Promise<void> | undefined;

  async function make(step: ModelStep): Promise<StepResult> {
    if (isPlain(step)) return { bytes: null, meta: facts };
    left -= 1;
    await (checked ??= refuseTextures(document));
    if (step.type === 'thumbnail') return thumbnail(document, step);
    if (step.type === 'collider')
      return collider(await withoutInstances(await copyOf(document)), step);
    await (tidied ??= tidy(document));
    // On threads of the image library, while this one has its hands full of triangles.
    await beginTextures(document, step.options, textures);
    await (welded ??= weldAll(document));
    // The last one may have it for itself.
    const own = left <= 0 ? document : await copyOf(document);
    return makeGlb(io, own, step.options, { textures, surfaces });
  }
  return { make: (step) => make(step).catch(tellContent) };
}

function isPlain(step: ModelStep): boolean {
  return step.type === 'model' && Object.keys(step.options).length === 0;
}

/** What a library throws on a model is told as what it found. */
export function tellContent(error: unknown): never {
  if (error instanceof AssetgenError) throw error;
  const reason = error instanceof Error ? error.message : String(error);
  throw new AssetgenError('ASSETGEN_CONTENT', `expected a GLB that can be processed: ${reason}`, {
    cause: error,
  });
}

async function copyOf(document: Document): Promise<Document> {
  const { cloneDocument } = await import('@gltf-transform/functions');
  return cloneDocument(document);
}

/** Takes away doubles and what nobody uses; no pixel changes. */
async function tidy(document: Document): Promise<void> {
  const { dedup, prune } = await import('@gltf-transform/functions');
  await document.transform(dedup());
  const solid = await solidTextures(document);
  splitUses(solid);
  const keepSolidTextures = solid.length === 0;
  await document.transform(prune({ ...keepOptions(document), keepSolidTextures }));
  // Those that only looked like one colour are one texture again.
  if (!keepSolidTextures) await document.transform(dedup({ propertyTypes: ['Texture'] }));
}

/** One vertex for each that is the same, no keyframe that says nothing new. */
async function weldAll(document: Document): Promise<void> {
  const { resample, weld, weldPrimitive } = await import('@gltf-transform/functions');
  for (const mesh of document.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      if (!weldVertices(document, primitive)) weldPrimitive(primitive);
    }
  }
  // Takes away what is empty, and refuses what it does not know.
  await document.transform(weld({ overwrite: false }), dropTrailingCorners, resample());
}

/** One or two corners beyond the last triangle draw nothing, and stop some libraries. */
function dropTrailingCorners(document: Document): void {
  for (const mesh of document.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      const indices = primitive.getIndices();
      const surplus = primitive.getMode() === 4 ? (indices?.getCount() ?? 0) % 3 : 0;
      const array = indices?.getArray();
      if (indices === null || !array || surplus === 0) continue;
      primitive.setIndices(indices.clone().setArray(array.slice(0, -surplus)));
    }
  }
}

/** What outputs of one source share. */
interface Caches {
  readonly textures: TextureCache;
  readonly surfaces: SurfaceCache;
}

/** Facts are taken before compression: positions of a quantised mesh are no metres. */
async function makeGlb(
  io: NodeIO,
  document: Document,
  options: ModelStepOptions,
  { textures, surfaces }: Caches,
): Promise<StepResult> {
  await simplifyModel(document, options, surfaces);
  const { maxCount } = options.textures ?? {};
  if (maxCount !== undefined) await limitTextures(document, maxCount);
  const level = options.compress === 'meshopt' ? await meshoptLevel(document) : 'high';
  if (options.textures !== undefined) {
    await encodeTextures(document, options.textures, options.lod ?? 1, textures);
  }
  await placeModel(document, options);
  await drawLess(document, options);
  if (options.instance !== undefined) await instanceMeshes(document);
  const meta = await describeModel(document);
  await compress(document, options.compress, level);
  const gpu = await gpuFacts(document);
  const bytes = await io.writeBinary(document);
  return { bytes, meta: { ...meta, ...gpu, extensions: neededExtensions(document) } };
}

/**
 * The least bytes without a difference that shows. "high" has normals of 8 bits: four models were a quarter to a third
 * smaller than at "medium", and their pictures differed from those of the source by at most 0.003 of 255 more. Reflections
 * of smooth metal, seen from near, differed by 1.5 to 1.8 of 255, at "medium" by 0.3 to 0.4.
 */
async function meshoptLevel(document: Document): Promise<MeshoptLevel> {
  return (await hasMirrors(document)) ? 'medium' : 'high';
}

type MeshoptLevel = 'medium' | 'high';

async function compress(
  document: Document,
  how: ModelStepOptions['compress'],
  level: MeshoptLevel,
): Promise<void> {
  const { draco, meshopt, quantize } = await import('@gltf-transform/functions');
  if (how === 'quantize' || how === 'meshopt') {
    await floatPositions(document);
    bindMatrices(document);
  }
  sparseAccessors(document);
  if (how !== undefined) dropCodecs(document);
  if (how === 'quantize') await document.transform(quantize());
  if (how === 'draco') await document.transform(wholeWeights, draco());
  if (how === 'meshopt') {
    const { MeshoptEncoder } = await import('meshoptimizer');
    await document.transform(meshopt({ encoder: MeshoptEncoder, level }), wholePositions);
  }
}

/** What a source came packed with is not how its output is packed: it would need the decoders of both. */
function dropCodecs(document: Document): void {
  for (const extension of document.getRoot().listExtensionsUsed()) {
    if (CODECS.has(extension.extensionName)) extension.dispose();
  }
}

const CODECS: ReadonlySet<string> = new Set([
  'EXT_meshopt_compression',
  'KHR_draco_mesh_compression',
]);

/**
 * Positions that came quantised as floats again: quantize of glTF-Transform would write its shares of 1 into their whole
 * numbers, and so move each vertex to a corner.
 */
async function floatPositions(document: Document): Promise<void> {
  const { dequantizePrimitive } = await import('@gltf-transform/functions');
  for (const mesh of document.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      dequantizePrimitive(primitive, { pattern: /^POSITION$/ });
    }
  }
}

/**
 * Weights of skins as bytes that add up to one. Draco rounds numbers each for itself, and would
 * give sums that glTF does not allow; whole numbers it keeps. Bytes are core glTF: the extension
 * that glTF-Transform notes for them is not needed.
 */
async function wholeWeights(document: Document): Promise<void> {
  if (document.getRoot().listSkins().length === 0) return;
  const { KHRMeshQuantization } = await import('@gltf-transform/extensions');
  const { quantize } = await import('@gltf-transform/functions');
  const had = document.hasExtension(KHRMeshQuantization.EXTENSION_NAME);
  const none = /^$/;
  await document.transform(quantize({ pattern: /^WEIGHTS_\d+$/, patternTargets: none }));
  if (!had) document.disposeExtension(KHRMeshQuantization.EXTENSION_NAME);
}

async function collider(
  document: Document,
  { format, shape, options }: Extract<ModelStep, { type: 'collider' }>,
): Promise<StepResult> {
  const [{ makeCollider }, { colliderGlb, colliderJson }] = await Promise.all([
    import('./collider/make-collider.ts'),
    import('./collider/write-collider.ts'),
  ]);
  await placeModel(document, options);
  const made = await makeCollider(document, shape);
  const bytes = format === 'glb' ? await colliderGlb(made) : colliderJson(made);
  return { bytes, meta: {} };
}

async function thumbnail(
  document: Document,
  { format, options }: Extract<ModelStep, { type: 'thumbnail' }>,
): Promise<StepResult> {
  const { width = THUMBNAIL_WIDTH, height = width, ...rest } = options;
  const background = format === 'jpeg' ? 'studio' : 'transparent';
  const bytes = await drawThumbnail(document, { background, ...rest, width, height }, format);
  return { bytes, meta: { width, height } };
}

/** @see ThumbnailStepOptions.width */
const THUMBNAIL_WIDTH: NonNullable<ThumbnailStepOptions['width']> = 512;
