import { DownloadError } from '@assetgen/client';
import { isAssetgenError } from '@assetgen/client/errors';
import type { Download } from '@assetgen/client';
import type { StoredBlob } from '../../ports.ts';
import type { EnginePorts, ExpectedResult } from '../engine-ports.ts';
import { firstLook, goesOn, mostBytes } from './stream-guard.ts';

export interface FetchRequest {
  readonly asset: string;
  readonly expected: ExpectedResult;
  readonly url: string;
  /** A fresh signed URL; null where none can be had. */
  readonly refresh: (() => Promise<string>) | null;
  readonly check?: (file: string) => Promise<void>;
  /** Hears how many bytes come; null where the service does not say. */
  readonly onSize?: (bytes: number | null) => void;
  readonly signal: AbortSignal | undefined;
}

const ATTEMPTS = 4;
const BASE_MS = 500;

/** Downloads one result into the store, verified by its content. */
export async function fetchResult(ports: EnginePorts, request: FetchRequest): Promise<StoredBlob> {
  let { url } = request;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetchOnce(ports, request, url);
    } catch (error) {
      request.signal?.throwIfAborted();
      if (attempt >= ATTEMPTS || !isWorthAnother(error)) {
        throw error;
      }
      await ports.clock.sleep(BASE_MS * 2 ** (attempt - 1) * (0.5 + ports.random() / 2), {
        signal: request.signal,
      });
      if (request.refresh !== null) {
        url = await request.refresh();
      }
    }
  }
}

function isWorthAnother(error: unknown): boolean {
  if (error instanceof DownloadError) {
    return error.retryable;
  }
  return isAssetgenError(error) && error.code === 'ASSETGEN_CONTENT';
}

async function fetchOnce(
  ports: EnginePorts,
  request: FetchRequest,
  url: string,
): Promise<StoredBlob> {
  const { signal, asset } = request;
  const maxBytes = mostBytes(request.expected);
  const download = await ports.client.download(url, { signal, maxBytes });
  try {
    return await ports.blobs.put(resumable(ports, request, url, download), {
      signal,
      // A conversion that is asked for again may be charged again.
      costly: request.expected.kind === 'conversion',
      verify: async (file) => {
        await ports.verify(file, request.expected);
        await request.check?.(file);
      },
    });
  } catch (error) {
    await download.cancel();
    throw error instanceof DownloadError
      ? new DownloadError(`${asset}: ${error.message}`, {
          cause: error,
          retryable: error.retryable,
          expired: error.expired,
          httpStatus: error.httpStatus,
        })
      : error;
  }
}

/**
 * The body; a break in the middle goes on where it stopped, but only by a strong ETag: without
 * one, two different files can be spliced at the right length.
 */
async function* resumable(
  ports: EnginePorts,
  request: FetchRequest,
  url: string,
  first: Download,
): AsyncGenerator<Uint8Array> {
  const { asset, signal, expected } = request;
  const { etag, total } = first;
  request.onSize?.(total);
  const maxBytes = mostBytes(expected);
  const deadline = ports.clock.now() + ports.jobTimeoutMs;
  let named: number | null = null;
  let bytes = 0;
  let download = first;
  let told = 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      for await (const chunk of download.body) {
        named = bytes === 0 ? firstLook(chunk, expected) : named;
        bytes += chunk.length;
        if (named !== null && bytes > named) {
          throw goesOn(named);
        }
        if (ports.clock.now() > deadline) {
          throw new DownloadError('the download did not end in time', { retryable: false });
        }
        yield chunk;
        if (bytes - told > 262_144) {
          told = bytes;
          ports.emit({ type: 'downloading', asset, bytes, total });
        }
      }
      // The last chunk may have told the whole already.
      if (told !== bytes || bytes === 0) ports.emit({ type: 'downloading', asset, bytes, total });
      return;
    } catch (error) {
      const goesOn = error instanceof DownloadError && error.retryable;
      if (!goesOn || etag === null || bytes === 0 || attempt >= ATTEMPTS) {
        throw error;
      }
      download = await ports.client.download(url, {
        signal,
        maxBytes,
        resume: { from: bytes, etag },
      });
      if (!download.resumed) {
        await download.cancel();
        throw error;
      }
    }
  }
}
