import type { AwsEnvironment } from '../../config/resolve-remote.ts';

/** What the requests to one bucket have in common. */
export interface S3Requests {
  /** The URL of an object below the prefix. */
  urlOf(name: string): string;
  /**
   * The headers of a request, signed by Signature Version 4 where there are credentials.
   * @param contentHash sha256 of the request's body, 64 hex digits
   * @param more headers to sign too, so that nothing on the way can take them off
   */
  headersOf(
    method: 'GET' | 'HEAD' | 'PUT',
    url: string,
    contentHash: string,
    more?: Readonly<Record<string, string>>,
  ): Promise<Readonly<Record<string, string>>>;
}

/** @param url `s3://bucket/prefix?endpoint=…&region=…&style=…` */
export function s3Requests(url: string, aws: AwsEnvironment): S3Requests {
  const place = s3Place(url, aws);
  // Keys that are derived from the secret, by day and region: each is made once.
  const cache = new Map<string, ArrayBuffer>();
  return {
    urlOf: (name) => `${place.start}/${name}`,
    async headersOf(method, target, contentHash, more = {}) {
      const { accessKeyId, secretAccessKey, sessionToken } = aws;
      if (accessKeyId === null || secretAccessKey === null) return more;
      const { AwsV4Signer } = await import('aws4fetch');
      const signer = new AwsV4Signer({
        method,
        url: target,
        headers: { ...more, 'x-amz-content-sha256': contentHash },
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
  };
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
