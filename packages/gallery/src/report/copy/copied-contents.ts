import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { copyDigest } from '../../shared/copy-address.ts';
import { namesKtx2 } from '../../http/names-ktx2.ts';
import type { Place, Places } from '../../view/preview.ts';
import { typeOfFile } from '../../http/send-file.ts';
import type { TimedThumbnails } from '../draw-in-time.ts';

/** Bytes that a copy of the gallery needs, each once, by where they come from. */
export interface CopiedContents {
  /** The source of each file of the copy, by its digest there: an absolute path. */
  readonly files: ReadonlyMap<string, string>;
  /** Digests of {@link files} that only earlier purchases have. */
  readonly earlier: ReadonlySet<string>;
  /** Of a model in KTX2, the same as the page can show it. */
  readonly models: ReadonlyMap<string, string>;
  /** Thumbnails, by the digest: a path, or the bytes. */
  readonly thumbnails: ReadonlyMap<string, string | Uint8Array>;
  /**
   * Takes a file into the copy; its digest there, or null where its bytes are not on this machine.
   * @param extension as `.glb`; null: by its first bytes
   * @param isEarlier it is of an earlier purchase. @default false
   */
  add(hex: string, extension: string | null, isEarlier?: boolean): Promise<string | null>;
  /** Takes its thumbnail into the copy, where there is one or one can be made. */
  addThumbnail(hex: string): Promise<void>;
  /** Takes what is known to be its thumbnail. */
  putThumbnail(hex: string, webp: string | Uint8Array): void;
}

/** Gathers what is to be copied; copies nothing. */
export function gatherContents(places: Places, thumbnails: TimedThumbnails): CopiedContents {
  const digests = new Map<string, Promise<string | null>>();
  const files = new Map<string, string>();
  const models = new Map<string, string>();
  const pictures = new Map<string, string | Uint8Array>();
  const earlier = new Set<string>();
  const present = new Set<string>();

  async function take(hex: string, extension: string | null): Promise<string | null> {
    const place = places.get(hex);
    const source = place === undefined ? null : await ownFile(place);
    if (place === undefined || source === null) return null;
    const kind = extension ?? EXTENSIONS[await typeOfFile(source)] ?? '.bin';
    const isKtx2 = kind === '.glb' && (await namesKtx2(source));
    const digest = copyDigest(hex, kind, isKtx2);
    files.set(digest, source);
    const shown = isKtx2 ? await thumbnails.model(hex, place) : null;
    if (shown !== null) models.set(digest, shown);
    return digest;
  }

  return {
    files,
    models,
    thumbnails: pictures,
    earlier,
    async add(hex, extension, isEarlier = false) {
      const known = digests.get(hex) ?? take(hex, extension);
      digests.set(hex, known);
      const digest = await known;
      if (digest === null) return null;
      if (!isEarlier) present.add(digest);
      if (isEarlier && !present.has(digest)) earlier.add(digest);
      else earlier.delete(digest);
      return digest;
    },
    async addThumbnail(hex) {
      const place = places.get(hex);
      if (pictures.has(hex) || place === undefined) return;
      const file = await thumbnails.file(hex, place);
      if (file !== null) pictures.set(hex, file);
    },
    putThumbnail: (hex, webp) => void pictures.set(hex, webp),
  };
}

/** A link in a project may lead anywhere: what lies elsewhere is not for others to read. */
async function ownFile({ path: file, below }: Place): Promise<string | null> {
  try {
    const [real, folder] = await Promise.all([realpath(file), realpath(below)]);
    return real.startsWith(folder + path.sep) ? real : null;
  } catch {
    return null;
  }
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'model/gltf-binary': '.glb',
  'image/png': '.png',
  'image/jpeg': '.jpeg',
  'image/webp': '.webp',
  'image/avif': '.avif',
  'video/mp4': '.mp4',
  'video/webm': '.webm',
};
