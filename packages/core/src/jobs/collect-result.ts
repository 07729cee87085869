import type { DownloadPool } from './download/download-pool.ts';
import { fetchResult } from './download/fetch-result.ts';
import type { EnginePorts } from './engine-ports.ts';
import type { SourceBlob } from './job-engine.ts';
import { waitForResult } from './poll/wait-for-result.ts';
import type { WaitRequest } from './poll/wait-request.ts';

export interface CollectRequest extends WaitRequest {
  /** Looks at the downloaded file before it is kept. */
  readonly check?: (file: string) => Promise<void>;
}

/** Collects one result on this machine, its download in its turn. */
export type CollectResult = (request: CollectRequest) => Promise<SourceBlob>;

/** Waits for one result, and downloads it into the store when it is its turn. */
export async function collectResult(
  ports: EnginePorts,
  downloads: DownloadPool,
  { check, ...request }: CollectRequest,
): Promise<SourceBlob> {
  const { asset, kind, signal } = request;
  const wait = (): Promise<string> => waitForResult(ports, request);
  const url = await wait();
  return downloads.run((onSize) =>
    fetchResult(ports, {
      onSize,
      asset,
      expected: { kind },
      url,
      refresh: wait,
      signal,
      ...(check === undefined ? {} : { check }),
    }),
  );
}
