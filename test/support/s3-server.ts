import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import { keepConditions } from './conditional-writes.ts';

export interface S3Server {
  /** `s3://assets/team?endpoint=http://127.0.0.1:PORT` */
  readonly url: string;
  readonly endpoint: string;
  readonly bucket: string;
  /** `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY` that it knows. */
  readonly env: Readonly<Record<string, string>>;
  /** Deletes all that keeps purchases single. */
  forget(): Promise<void>;
  stop(): Promise<void>;
}

export interface S3Options {
  /** False: it takes every write whatever its conditions, as S3 did before 2024. @default true */
  readonly conditions?: boolean;
  /** @default a free one */
  readonly port?: number;
}

/** An S3 in this process that checks the signature (version 4) of every request. */
export async function startS3({
  conditions = true,
  port: given = 0,
}: S3Options = {}): Promise<S3Server> {
  const directory = await mkdtemp(path.join(tmpdir(), 's3-'));
  const server = new S3rver({
    port: given,
    address: '127.0.0.1',
    silent: true,
    directory,
    allowMismatchedSignatures: false,
    configureBuckets: [{ name: 'assets', configs: [] }],
  });
  const alone = keepConditions(server, conditions);
  // It lets requests without a signature pass, as a public bucket would: this one is not public.
  server.middleware.unshift(async (context, next) => {
    if (context.get('authorization') === '') context.status = 403;
    else await next();
  });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    url: `s3://assets/team?endpoint=${endpoint}`,
    endpoint,
    bucket: 'assets',
    // The account that it comes with.
    env: { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
    forget: () =>
      alone(() => rm(path.join(directory, 'assets/team/ops'), { recursive: true, force: true })),
    async stop() {
      server.httpServer.closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
