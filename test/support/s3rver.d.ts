declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http';

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
    readonly middleware: ((
      context: { get(header: string): string; status: number },
      next: () => Promise<void>,
    ) => Promise<void>)[];
    readonly httpServer: Server;
    run(): Promise<{ readonly port: number }>;
    close(): Promise<void>;
  }
}
