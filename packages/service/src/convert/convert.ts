import type { ModelFormat } from '@assetgen/client';
import type { MeshModel } from './mesh-model.ts';
import { cleanName } from './read-material.ts';
import { readModel, scaleModel } from './read-model.ts';
import { writeBlend } from './write-blend.ts';
import { writeFbx } from './write-fbx.ts';
import { writeGlb } from './write-glb.ts';
import { writeObj } from './write-obj.ts';
import { writeStl } from './write-stl.ts';
import { writeUsdz } from './write-usdz.ts';

export interface ConvertSpec {
  readonly glb: Uint8Array;
  readonly format: ModelFormat;
  /** The largest dimension of the result. Unit: millimetres, at least 2. */
  readonly sizeMm: number;
  /** Base name of files inside an archive. */
  readonly name: string;
}

export interface Converted {
  readonly bytes: Uint8Array;
  /** Of the file that is served, without a dot: `obj`, or `zip` where there is more than one file. */
  readonly extension: string;
  readonly contentType: string;
  /** Integer factor, as the specification's `scaleNumber` (section 4.2). */
  readonly scaleNumber: number;
}

/** Millimetres in the metre, which glTF counts in. */
const MILLIMETRES = 1000;

/**
 * Converts a GLB so that the largest dimension of its bounding box is `sizeMm`. The axes stay as
 * they are (Y up); the unit is the one that each format has or is read with: metres for GLB and
 * BLEND, millimetres for OBJ, FBX, STL and USDZ (the last and FBX say so in the file).
 *
 * `scaleNumber` is how many millimetres of the result one unit of the given GLB became, rounded,
 * at least 1: a model one unit tall at 120 mm has 120 (interface specification, section 4.2,
 * names the field and no meaning).
 *
 * @throws {AssetgenError} `ASSETGEN_BLENDER_MISSING` for blend without a Blender.
 */
export async function convert(spec: ConvertSpec): Promise<Converted> {
  const { model, largest } = await readModel(spec.glb);
  // A model of no extent keeps its size.
  const perUnit = largest > 0 ? spec.sizeMm / largest : MILLIMETRES;
  const scaleNumber = Math.max(1, Math.round(perUnit));
  return { ...(await write(spec, model, perUnit)), scaleNumber };
}

type Written = Omit<Converted, 'scaleNumber'>;

async function write(spec: ConvertSpec, model: MeshModel, perUnit: number): Promise<Written> {
  const { format, sizeMm } = spec;
  const name = cleanName(spec.name);
  const scaled = (): MeshModel => scaleModel(model, perUnit);
  const glb = async (): Promise<Uint8Array> => writeGlb(spec.glb, perUnit / MILLIMETRES);
  const file = (bytes: Uint8Array, contentType: string, extension: string = format): Written => ({
    bytes,
    extension,
    contentType,
  });
  switch (format) {
    case 'glb':
      return file(await glb(), 'model/gltf-binary');
    case 'stl':
      return file(writeStl(scaled()), 'model/stl');
    case 'obj':
      return file(await writeObj(scaled(), name, sizeMm), 'application/zip', 'zip');
    case 'usdz':
      return file(writeUsdz(scaled(), name, sizeMm), 'model/vnd.usdz+zip');
    case 'fbx':
      return file(writeFbx(scaled()), 'application/octet-stream');
    case 'blend':
      return file(await writeBlend(await glb()), 'application/x-blender');
    default:
      return format satisfies never;
  }
}
