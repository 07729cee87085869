import { LIMITS } from '@assetgen/client';
import type { MultipartBody } from '../http/read-body.ts';
import { imageError } from '../http/image-error.ts';
import { formatOf } from '../http/image-format.ts';
import { fieldError, type FieldError } from '../http/invalid-request.ts';
import { readableImage } from '../http/readable-image.ts';
import type { UploadDigest } from '../state/entry.ts';
import type { Files } from '../state/files.ts';

/** Bytes of all reference images of a request together. */
export const REFERENCES_LIMIT: number = LIMITS.references.max * LIMITS.imageBytes;

export interface ReadImage {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly error: FieldError | undefined;
}

/** The images of one field, each with what is wrong with it. */
export function readImages(body: MultipartBody, field: string): Promise<ReadImage[]> {
  return Promise.all(
    body.files
      .filter((part) => part.field === field)
      .map(async ({ file }) => {
        const bytes = new Uint8Array(await file.arrayBuffer());
        const error = await imageError(field, file.type, bytes, LIMITS.imageBytes);
        const format = error === undefined ? formatOf(bytes) : undefined;
        if (format === undefined) return { name: file.name, bytes, error };
        try {
          return { name: file.name, bytes: await readableImage(bytes, format), error };
        } catch {
          const broken = fieldError(field, 'file', 'The image file cannot be read.');
          return { name: file.name, bytes, error: broken };
        }
      }),
  );
}

/** Errors of the file parts of a request: those of an unknown field, and too many of a known one. */
export function filePartErrors(body: MultipartBody, field: string, max: number): FieldError[] {
  const errors: FieldError[] = [];
  const stray = new Set(body.files.map((part) => part.field).filter((name) => name !== field));
  for (const name of stray)
    errors.push(fieldError(name, 'unknown_field', 'Expected no file here.'));
  if (Object.hasOwn(body.fields, field)) {
    errors.push(fieldError(field, 'file', 'Expected a file.', body.fields[field]));
  }
  const found = body.files.filter((part) => part.field === field).length;
  if (found > max) {
    errors.push(fieldError(field, 'range', `Expected at most ${max} files; received ${found}.`));
  }
  return errors;
}

/** Text fields without those that are told of as files. */
export function textFields(body: MultipartBody, field: string): Record<string, string> {
  const { [field]: _file, ...fields } = body.fields;
  return fields;
}

export function keep(files: Files, images: readonly ReadImage[]): Promise<UploadDigest[]> {
  return Promise.all(images.map((image) => files.putUpload(image.bytes)));
}
