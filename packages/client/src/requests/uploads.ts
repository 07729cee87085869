import { basename, extname } from 'node:path';
import type { Accept } from './fields.ts';
import { describe } from '../redact.ts';
import { InputError } from '../service-errors.ts';
import { blobSource, fileSource } from './upload-source.ts';
import type { UploadSource } from './upload-source.ts';
import type { Upload } from '../wire.ts';

/** A file that is ready to be sent: its bytes stay on disk until its turn comes. */
export interface OpenUpload {
  readonly source: UploadSource;
  readonly type: string;
  readonly name: string;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.avif': 'image/avif',
  '.bmp': 'image/bmp',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
  '.heic': 'image/heic',
  '.svg': 'image/svg+xml',
};

/** Opens and checks one file by its content; throws {@link InputError} before anything is sent. */
export async function openUpload(
  operation: string,
  field: string,
  upload: Upload,
  accept: Accept,
): Promise<OpenUpload> {
  const source =
    upload instanceof Blob
      ? await blobSource(upload)
      : await openFile(operation, field, upload.path);
  const name = nameOf(upload);
  if (source.size === 0) {
    throw new InputError(operation, field, `${name} is empty`);
  }
  if (accept.maxBytes !== undefined && source.size > accept.maxBytes) {
    throw new InputError(
      operation,
      field,
      `${name} has ${source.size} bytes, at most ${accept.maxBytes} are allowed`,
    );
  }
  const found = sniffImage(source.head);
  const declared = upload instanceof Blob ? upload.type : (upload.type ?? '');
  const type =
    found ?? (declared === '' ? (EXTENSIONS[extname(name).toLowerCase()] ?? '') : declared);
  if (!accepts(accept, type, found)) {
    const wanted = typeof accept.types === 'string' ? accept.types : accept.types.join(' or ');
    throw new InputError(
      operation,
      field,
      `${name} is ${type === '' ? 'of an unknown type' : type}, expected ${wanted}`,
    );
  }
  return { source, type: type === '' ? 'application/octet-stream' : type, name };
}

function accepts(accept: Accept, type: string, found: string | null): boolean {
  if (accept.types === 'any') {
    return true;
  }
  return accept.types === 'image/*'
    ? type.startsWith('image/')
    : found !== null && accept.types.includes(found);
}

async function openFile(operation: string, field: string, path: string): Promise<UploadSource> {
  try {
    return await fileSource(path);
  } catch (error) {
    throw new InputError(operation, field, `cannot read ${path}: ${describe(error)}`);
  }
}

function nameOf(upload: Upload): string {
  if (upload instanceof Blob) {
    return 'name' in upload && typeof upload.name === 'string' ? basename(upload.name) : 'file';
  }
  return upload.name ?? basename(upload.path);
}

/** The type of an image by its first bytes; null when it is none that we know. */
function sniffImage(head: Uint8Array): string | null {
  const ascii = (from: number, to: number): string =>
    String.fromCharCode(...head.subarray(from, to));
  if (head[0] === 0x89 && ascii(1, 4) === 'PNG') {
    return 'image/png';
  }
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) {
    return 'image/jpeg';
  }
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') {
    return 'image/webp';
  }
  if (ascii(0, 4) === 'GIF8') {
    return 'image/gif';
  }
  if (ascii(0, 2) === 'BM') {
    return 'image/bmp';
  }
  if (ascii(0, 4) === 'II*\0' || ascii(0, 4) === 'MM\0*') {
    return 'image/tiff';
  }
  if (ascii(4, 8) === 'ftyp') {
    const brand = ascii(8, 12);
    return brand.startsWith('avi') ? 'image/avif' : brand.startsWith('hei') ? 'image/heic' : null;
  }
  return null;
}
