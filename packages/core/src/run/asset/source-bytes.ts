import { readFile } from 'node:fs/promises';
import { AssetgenError } from '@assetgen/client/errors';
import type { Upload } from '@assetgen/client';
import type { Digest } from '../../brands.ts';
import type { JobOutcome } from '../../jobs/job-engine.ts';
import type { LockedResult } from '../../lock/lock.ts';
import { pickedVariant } from '../../lock/lock.ts';
import { adoptedUuids } from '../../manifest/adopted-uuids.ts';
import { inputsOf } from '../../manifest/inputs-of.ts';
import { dependenciesOf } from '../../manifest/dependencies-of.ts';
import type { Asset } from '../../manifest/manifest.ts';
import { fingerprint } from '../../plan/canonical-json.ts';
import type { BuildContext } from '../build-context.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { layersOf } from '../workspace/workspace.ts';
import { isForgotten } from './add-purchase.ts';
import type { UploadOf } from './create-request.ts';
import { createRequest, resultKind } from './create-request.ts';
import { blobUpload, fileUpload } from './upload.ts';
import { digestOf } from '../../store/cas/digest.ts';
import { takeOf } from './take-of.ts';

/**
 * The bytes of a source blob: from the store, or downloaded again by its UUID. Never a create that
 * costs anything.
 * @param variant what the bytes have to be
 */
export async function sourceBytes(
  asset: Asset,
  variant: LockedResult,
  workspace: Workspace,
  context: BuildContext,
): Promise<{ readonly bytes: Uint8Array; readonly downloaded: boolean }> {
  const { store } = workspace;
  const { uuid, digest } = variant;
  const stored = await store.read(digest, variant.bytes);
  if (stored !== null) return { bytes: stored, downloaded: false };
  if (uuid === null) return { bytes: await localBytes(asset, digest), downloaded: false };
  const engine = await workspace.engine();
  try {
    const adopted = adoptedUuids(asset) !== null;
    const request = { asset: asset.name, uuid, result: resultKind(asset), expect: digest, adopted };
    await context.slot.outside(() => engine.recover(request, { signal: context.signal }));
  } catch (error) {
    if (!isForgotten(error) || workspace.remake === null) throw error;
    await remake(asset, workspace, context);
  }
  const bytes = await store.read(digest);
  if (bytes === null) throw workspace.remake === null ? goneBlob(asset) : new RemadeError(asset);
  return { bytes, downloaded: true };
}

/** The embedded service of another version, or on another processor, made other bytes. */
export class RemadeError extends AssetgenError {
  override readonly name = 'RemadeError';

  constructor(asset: Asset) {
    super(
      'ASSETGEN_REMADE',
      `${asset.name}: the embedded service now makes different bytes than the lock records`,
      { hint: 'Run `assetgen build` and commit assets.gen.lock.json.' },
    );
  }
}

/** What the embedded service made once more, and by which operation. */
export interface Remade {
  readonly operation: string;
  readonly outcome: JobOutcome;
}

/** Has the embedded service make an asset's results once more: free, and the same bytes. */
export async function remake(
  asset: Asset,
  workspace: Workspace,
  context: BuildContext,
): Promise<Remade | null> {
  // A model made elsewhere cannot be made again.
  const engine = adoptedUuids(asset) === null ? await workspace.remake?.() : undefined;
  if (engine === undefined) return null;
  const upload = await prepareUploads(asset, workspace, context);
  const create = createRequest(asset, asset.variants, upload);
  const request = {
    fingerprint: fingerprint(['remake', asset.name]),
    ordinal: 0,
    take: takeOf(asset, 0),
    asset: asset.name,
    create,
    result: resultKind(asset),
    estimate: 0,
    place: context.slot.place,
  };
  const { slot, signal } = context;
  const outcome = await slot.outside(() => engine.obtain(request, { signal }));
  return { operation: create.operation, outcome };
}

/** What is uploaded for each input image. The image of another asset is got first where it is gone. */
export async function prepareUploads(
  asset: Asset,
  workspace: Workspace,
  context: BuildContext,
): Promise<UploadOf> {
  const uploads = new Map<string, Upload>();
  for (const input of inputsOf(asset)) {
    if (input.type !== 'file') continue;
    uploads.set(input.path, await fileUpload(input, context.ports.root));
  }
  for (const name of dependenciesOf(asset)) {
    const file = await dependencyBlob(name, workspace, context);
    uploads.set(name, await blobUpload(file, name));
  }
  return function uploadOf(image) {
    const key = image.type === 'file' ? image.path : image.name;
    const upload = uploads.get(key);
    if (upload === undefined) throw new TypeError(`no image of ${key} was prepared`);
    return upload;
  };
}

/** The file of the picked result of an asset that another depends on. */
async function dependencyBlob(
  name: string,
  workspace: Workspace,
  context: BuildContext,
): Promise<string> {
  const asset = context.assets.get(name);
  for (const layer of layersOf(workspace)) {
    const locked = layer.lock.get(name);
    const variant = locked === undefined ? null : pickedVariant(locked, asset?.pick ?? 1);
    if (asset === undefined || variant === null) continue;
    // An upload is part of a purchase: a corrupt blob is downloaded again first.
    await sourceBytes(asset, variant, layer, context);
    return layer.store.path(variant.digest);
  }
  throw new AssetgenError('ASSETGEN_INPUT', `the image of "${name}" was not made`, {
    hint: `Run \`assetgen build --only ${name}\` first.`,
  });
}

async function localBytes(asset: Asset, expect: Digest): Promise<Uint8Array> {
  if (
    asset.kind === 'image' &&
    asset.source.type === 'local' &&
    asset.source.input.type === 'file'
  ) {
    const bytes = await readFile(asset.source.input.path);
    if (digestOf(bytes) === expect) return bytes;
  }
  throw new AssetgenError('ASSETGEN_INPUT', `${asset.name}: its source file changed meanwhile`);
}

function goneBlob(asset: Asset): AssetgenError {
  return new AssetgenError('ASSETGEN_STORE', `${asset.name}: the downloaded blob is gone`, {
    hint: 'Is another process clearing the cache? Run again.',
  });
}
