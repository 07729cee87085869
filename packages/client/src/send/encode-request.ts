import type { Field } from '../requests/fields.ts';
import type { Operation } from '../operations/operation-types.ts';
import { jsonBody, multipartBody } from '../requests/request-body.ts';
import type { Part, RequestBody } from '../requests/request-body.ts';
import { openUpload } from '../requests/uploads.ts';
import type { Upload } from '../wire.ts';

/** Turns checked fields into a body, in the encoding of the operation. Files are opened and checked. */
export async function encodeRequest(
  name: string,
  operation: Operation<unknown>,
  fields: Readonly<Record<string, unknown>>,
): Promise<RequestBody | null> {
  if (operation.encoding === 'none') {
    return null;
  }
  const files = Object.entries(fields).some(
    ([field, value]) =>
      operation.fields[field]?.kind === 'files' && Array.isArray(value) && value.length > 0,
  );
  if (operation.encoding === 'json' || (operation.encoding === 'files' && !files)) {
    const { images: _none, ...plain } = fields;
    return jsonBody(plain);
  }
  const parts: Part[] = [];
  for (const [fieldName, value] of Object.entries(fields)) {
    const field = operation.fields[fieldName];
    if (field !== undefined) {
      parts.push(...(await partsOf(name, fieldName, field, value)));
    }
  }
  return multipartBody(parts);
}

async function partsOf(
  operation: string,
  name: string,
  field: Field,
  value: unknown,
): Promise<readonly Part[]> {
  switch (field.kind) {
    case 'file':
      return [{ name, file: await openUpload(operation, name, value as Upload, field.accept) }];
    case 'files': {
      const parts: Part[] = [];
      for (const upload of value as readonly Upload[]) {
        parts.push({ name, file: await openUpload(operation, name, upload, field.accept) });
      }
      return parts;
    }
    case 'object':
      return [{ name, text: JSON.stringify(value), type: 'application/json' }];
    case 'flag':
      // Absent means false; "false" as text reads as true in many a server.
      return value === true ? [{ name, text: 'true' }] : [];
    default:
      return [{ name, text: String(value) }];
  }
}
