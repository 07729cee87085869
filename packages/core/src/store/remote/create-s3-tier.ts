import type { AwsEnvironment } from '../../config/resolve-remote.ts';
import type { HttpExchange } from './http-exchange.ts';
import { PLAIN_TEXTS, createHttpTier } from './create-http-tier.ts';
import type { Tier } from './tier.ts';

/**
 * A bucket of S3, or of a service that speaks its protocol: objects `prefix/cas/<sha256>` and
 * `prefix/ac/<sha256>`, every request signed by Signature Version 4 where there are credentials,
 * with the hash of what is sent.
 */
export function createS3Tier(
  url: string,
  blobs: boolean,
  aws: AwsEnvironment,
  exchange: HttpExchange,
): Tier {
  const place = s3Place(url, aws);
  // Keys that are derived from the secret, by day and region: each is made once.
  const cache = new Map<string, ArrayBuffer>();
  return createHttpTier({
    exchange,
    urlOf: (name) => `${place.start}/${name}`,
    async headersOf(method, target, contentHash) {
      const { accessKeyId, secretAccessKey, sessionToken } = aws;
      if (accessKeyId === null || secretAccessKey === null) return {};
      const { AwsV4Signer } = await import('aws4fetch');
      const signer = new AwsV4Signer({
        method,
        url: target,
        headers: { 'x-amz-content-sha256': contentHash },
        accessKeyId,
        secretAccessKey,
        ...(sessionToken === null ? {} : { sessionToken }),
        service: 's3',
        region: place.region,
        cache,
      });
      const { headers } = await signer.sign();
      headers.delete('host');
      return Object.fromEntries(headers);
    },
    form: PLAIN_TEXTS,
    blobs,
  });
}

/** Where the objects of a bucket stand. */
export interface S3Place {
  /** URL that the names of objects are added to. */
  readonly start: string;
  readonly region: string;
  /** Whether it is AWS itself, or the endpoint of the environment: its owner is who gave the credentials. */
  readonly isNamed: boolean;
}

/** @param url `s3://bucket/prefix?endpoint=…&region=…&style=…` */
export function s3Place(url: string, aws: AwsEnvironment): S3Place {
  const { hostname: bucket, pathname, searchParams } = new URL(url);
  const region = searchParams.get('region') ?? aws.region ?? 'us-east-1';
  const endpoint = searchParams.get('endpoint') ?? aws.endpoint;
  const at = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  // A certificate for *.host does not fit a bucket with dots in its name.
  const usual = endpoint === null && !bucket.includes('.') ? 'virtual' : 'path';
  const isVirtual = (searchParams.get('style') ?? usual) === 'virtual';
  const base = at.pathname.replace(/\/$/, '');
  const prefix = pathname.replace(/(?<!\/)\/+$/, '');
  const start = isVirtual
    ? `${at.protocol}//${bucket}.${at.host}${base}${prefix}`
    : `${at.origin}${base}/${bucket}${prefix}`;
  const isAws = /^https:\/\/(?:[^/?#@]+\.)?s3\.[\w-]+\.amazonaws\.com(?:\/|$)/.test(start);
  return { start, region, isNamed: isAws || !searchParams.has('endpoint') };
}
