declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http';
  import type { Readable } from 'node:stream';

  export interface StoredS3Object {
    readonly bucket: string;
    readonly key: string;
    content: Readable | Buffer | null;
  }

  export interface S3Store {
    getObject(bucket: string, key: string, options?: object): Promise<StoredS3Object | null>;
    putObject(object: StoredS3Object): Promise<unknown>;
    getMetadata(bucket: string, key: string): Promise<{ readonly etag: string }>;
  }

  /** A Koa application; only what the tests use of it. */
  export default class S3rver {
    constructor(options: {
      readonly port: number;
      readonly address: string;
      readonly silent: boolean;
      readonly directory: string;
      readonly allowMismatchedSignatures: boolean;
      readonly configureBuckets: readonly {
        readonly name: string;
        readonly configs: readonly [];
      }[];
    });
    readonly store: S3Store;
    readonly middleware: ((
      context: { get(header: string): string; status: number },
      next: () => Promise<void>,
    ) => Promise<void>)[];
    readonly httpServer: Server;
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
  }
}
