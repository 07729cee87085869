import type { KeyvStoreAdapter } from 'keyv';
import type { ResolvedRemote, ResolvedTier } from '../../config/resolve-remote.ts';
import type { Clock } from '../../ports.ts';
import { createBazelTier } from './create-bazel-tier.ts';
import type { HttpExchange } from './http-exchange.ts';
import { createKeyvTier } from './create-keyv-tier.ts';
import { openPostgres, POSTGRES_BLOB_QUERIES } from './postgres-connection.ts';
import { openRedis } from './redis-connection.ts';
import { createS3Tier } from './create-s3-tier.ts';
import type { Tier } from './tier.ts';
import type { RemoteTimes } from './remote-times.ts';

export interface TierPorts {
  readonly clock: Clock;
  readonly times: RemoteTimes;
  readonly aws: ResolvedRemote['aws'];
  /** Sockets of HTTP for one tier, closed with it. */
  readonly exchange: () => HttpExchange;
}

/** Builds the tier that a config names. Connects to nothing before its first use. */
export function openTier(config: ResolvedTier, ports: TierPorts): Tier {
  const { url, label, blobs } = config;
  switch (config.engine) {
    case 'redis': {
      const connection = openRedis(url, label, ports.times.connectMs, ports.clock);
      return createKeyvTier(connection, blobs);
    }
    case 'postgres': {
      const connection = openPostgres(url, label, ports.times, ports.clock);
      // Its adapter emits other events than Keyv's type says.
      const adapter = async () => (await connection.adapter()) as unknown as KeyvStoreAdapter;
      return createKeyvTier({ ...connection, adapter }, blobs, POSTGRES_BLOB_QUERIES);
    }
    case 's3':
      return createS3Tier(url, blobs, ports.aws, ports.exchange());
    case 'http':
      return createBazelTier(url, blobs, ports.exchange());
  }
}
