import type { AwsEnvironment } from '../../config/resolve-remote.ts';
import type { HttpExchange } from './http-exchange.ts';
import { PLAIN_TEXTS, createHttpTier } from './create-http-tier.ts';
import { s3Requests } from './s3-requests.ts';
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
  const { urlOf, headersOf } = s3Requests(url, aws);
  return createHttpTier({ exchange, urlOf, headersOf, form: PLAIN_TEXTS, blobs });
}
