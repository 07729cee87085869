import { InputError } from '../service-errors.ts';

/** The name by which a handler in this process is asked; no network has it. */
export const EMBEDDED_ORIGIN = 'http://assetgen.local';

/** Where each group of operations begins: absolute URLs without a trailing slash. */
export type ServiceBases = Readonly<Record<'v1' | 'legacy', string>>;

export interface BaseOptions {
  readonly baseUrl?: string | undefined;
  readonly apiUrl?: string | undefined;
  readonly fetch?: unknown;
}

/**
 * One base stands in for the other; a handler in this process needs neither.
 * @throws {InputError} neither is given, or one is no URL that a path can follow
 */
export function resolveBases(options: BaseOptions): ServiceBases {
  const embedded = options.fetch === undefined ? undefined : EMBEDDED_ORIGIN;
  const v1 = options.baseUrl ?? options.apiUrl ?? embedded;
  const legacy = options.apiUrl ?? options.baseUrl ?? embedded;
  if (v1 === undefined || legacy === undefined) {
    throw new InputError('createClient', 'apiUrl', 'expected apiUrl, baseUrl or both');
  }
  return {
    v1: cleanBase(options.baseUrl === undefined ? 'apiUrl' : 'baseUrl', v1),
    legacy: cleanBase(options.apiUrl === undefined ? 'baseUrl' : 'apiUrl', legacy),
  };
}

/** A base without a trailing slash; paths of the specification start with one. */
function cleanBase(field: string, value: string): string {
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    throw new InputError('createClient', field, 'expected an absolute URL');
  }
  if (!/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new InputError(
      'createClient',
      field,
      'expected an http or https URL without query and fragment',
    );
  }
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
}
