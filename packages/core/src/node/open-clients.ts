import { AssetgenError } from '@assetgen/client/errors';
import type { Client } from '@assetgen/client';
import type { Clock } from '@assetgen/client/clock';
import type { LocalService } from '@assetgen/service';
import { refuseLinksBelow } from '../fs/refuse-links-below.ts';
import { noServiceHint } from '../config/no-service-hint.ts';
import type { ServiceTarget } from '../config/resolve-config.ts';
import type { Trust } from './trust.ts';

/** The embedded service is free; its ledger only has to be a number that does not run out. */
const LOCAL_POINTS = 1_000_000_000;
const LOCAL_CLIENT = { apiKey: 'local', apiUrl: 'http://assetgen.local' } as const;

/** The clients of a project's services; each is opened, and its library loaded, when asked for. */
export interface Clients {
  /**
   * Of the service that the config names.
   * @throws AssetgenError `ASSETGEN_TRUST` where only the repository says that the key goes there;
   *   `ASSETGEN_KEY`, `ASSETGEN_NO_SERVICE`
   */
  real(): Promise<Client>;
  /** Of an embedded service whose results are marked as drafts. It forgets its jobs when closed. */
  draft(): Promise<Client>;
}

/**
 * @param options.dataDir where the embedded service keeps what it made
 * @param onOpen gets what closes each thing opened
 */
export function openClients(
  options: {
    readonly service: ServiceTarget;
    readonly key: string | null;
    readonly privateHosts: readonly string[];
    readonly dataDir: string;
    readonly maxWaitMs: number;
    readonly clock: Clock;
    /** Absolute path of the project. */
    readonly root: string;
    readonly trust: Trust;
  },
  onOpen: (close: () => Promise<void>) => void,
): Clients {
  const { clock } = options;
  let service: Promise<LocalService> | null = null;
  const localService = (): Promise<LocalService> => {
    service ??= openLocalService({ data: options.dataDir, points: LOCAL_POINTS });
    return service;
  };

  async function openLocalService(settings: {
    data?: string;
    points?: number;
    draft?: boolean;
  }): Promise<LocalService> {
    if (settings.data !== undefined) await refuseLinksBelow(options.root, settings.data);
    const { createService } = await import('@assetgen/service');
    const opened = createService(settings);
    onOpen(() => opened.close());
    // A library that cannot be read must not look like a create whose answer was lost.
    await opened.open();
    return opened;
  }

  async function real(): Promise<Client> {
    const { createClient } = await import('@assetgen/client');
    const target = options.service;
    if (target.type === 'local') {
      const local = await localService();
      return createClient({ ...LOCAL_CLIENT, clock, fetch: (request) => local.fetch(request) });
    }
    if (target.type === 'none') {
      throw new AssetgenError('ASSETGEN_NO_SERVICE', 'no generation service is set', {
        hint: noServiceHint(),
      });
    }
    if (options.key === null) {
      throw new AssetgenError('ASSETGEN_KEY', 'the service needs a key, found none', {
        hint: 'Set ASSETGEN_API_KEY.',
      });
    }
    await options.trust.checkService();
    const opened = createClient({
      apiKey: options.key,
      baseUrl: target.baseUrl,
      apiUrl: target.apiUrl,
      privateHosts: options.privateHosts,
      maxWaitMs: options.maxWaitMs,
      clock,
    });
    onOpen(() => opened.close());
    return opened;
  }

  async function draft(): Promise<Client> {
    const { createClient } = await import('@assetgen/client');
    const local = await openLocalService({ draft: true });
    return createClient({ ...LOCAL_CLIENT, clock, fetch: (request) => local.fetch(request) });
  }

  return { real, draft };
}
