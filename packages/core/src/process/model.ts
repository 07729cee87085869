import type { Document, Transform } from '@gltf-transform/core';
import type { OutputMeta } from '../lock/types.ts';
import type { ModelStepOptions } from '../manifest/types.ts';
import { openModelIO, readModel } from './model-io.ts';
import type { StepResult } from './types.ts';

/**
 * Simplifies, re-encodes textures and compresses a GLB (glTF 2.0, binary). With no option the
 * source is the output as it is.
 * @throws AssetgenError `ASSETGEN_CONTENT` when the source is no GLB
 */
export async function modelStep(
  source: Uint8Array,
  options: ModelStepOptions,
): Promise<StepResult> {
  const io = await openModelIO();
  const document = await readModel(io, source);
  if (Object.keys(options).length === 0) return { bytes: null, meta: await describe(document) };
  const meta = await transform(document, options);
  return { bytes: await io.writeBinary(document), meta };
}

/** Facts are taken before compression: positions of a quantised mesh are no metres. */
async function transform(document: Document, options: ModelStepOptions): Promise<OutputMeta> {
  const functions = await import('@gltf-transform/functions');
  const steps: Transform[] = [functions.dedup(), functions.prune()];
  if (options.simplify !== undefined && options.simplify < 1) {
    const { MeshoptSimplifier } = await import('meshoptimizer');
    await MeshoptSimplifier.ready;
    steps.push(
      functions.weld(),
      functions.simplify({ simplifier: MeshoptSimplifier, ratio: options.simplify, error: 0.01 }),
    );
  }
  if (options.textures !== undefined) {
    const { default: sharp } = await import('sharp');
    const { format, maxSize } = options.textures;
    steps.push(
      functions.textureCompress({
        encoder: sharp,
        ...(format === undefined ? {} : { targetFormat: format }),
        ...(maxSize === undefined ? {} : { resize: [maxSize, maxSize] as [number, number] }),
      }),
    );
  }
  await document.transform(...steps);
  const meta = await describe(document);
  if (options.compress === 'quantize') await document.transform(functions.quantize());
  if (options.compress === 'draco') await document.transform(functions.draco());
  if (options.compress === 'meshopt') {
    const { MeshoptEncoder } = await import('meshoptimizer');
    await document.transform(functions.meshopt({ encoder: MeshoptEncoder, level: 'medium' }));
  }
  return { ...meta, extensions: extensionsOf(document) };
}

async function describe(document: Document): Promise<OutputMeta> {
  const { getBounds, getSceneVertexCount, VertexCountMethod } =
    await import('@gltf-transform/functions');
  const root = document.getRoot();
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  const count = (method: Parameters<typeof getSceneVertexCount>[1]): number =>
    scene === undefined ? 0 : getSceneVertexCount(scene, method);
  const bounds = scene === undefined ? null : getBounds(scene);
  const short = (values: readonly number[]): number[] =>
    values.map((value) => Math.round(value * 1e4) / 1e4);
  return {
    triangles: Math.round(count(VertexCountMethod.RENDER) / 3),
    vertices: count(VertexCountMethod.UPLOAD),
    materials: root.listMaterials().length,
    textures: root.listTextures().length,
    animations: root.listAnimations().map((animation) => animation.getName()),
    extensions: extensionsOf(document),
    ...(bounds === null ? {} : { bounds: { min: short(bounds.min), max: short(bounds.max) } }),
  };
}

function extensionsOf(document: Document): string[] {
  const required = document.getRoot().listExtensionsUsed();
  return required.map((extension) => extension.extensionName).sort();
}
