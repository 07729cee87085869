import { rspack } from '@rspack/core';
import { describe, expect, it } from 'vitest';
import webpack from 'webpack';
import { addMiddleware } from './add-middleware.ts';

const plugin = {
  apply: (compiler: { readonly options: object }) =>
    addMiddleware(compiler, () => ({ name: 'ours', middleware: () => undefined })),
};

interface Server {
  readonly port?: number;
  setupMiddlewares?(middlewares: unknown[], server: unknown): unknown[];
}

/** The options by which a command starts a server for each compiler that has some. */
async function serversOf(create: unknown, configs: object | object[]): Promise<unknown[]> {
  type Compiler = { options: { devServer?: Server } };
  const compiler = (create as (given: object) => Compiler & { compilers?: Compiler[] })(configs);
  // A command has to wait for the compilers, too.
  await Promise.resolve();
  return (compiler.compilers ?? [compiler]).map(({ options: { devServer } }) => {
    const names = devServer?.setupMiddlewares?.([{ name: 'theirs' }], null);
    return devServer && { port: devServer.port, names: names?.map((each) => (each as any).name) };
  });
}

describe.each([
  ['webpack', webpack],
  ['Rspack', rspack],
])('a middleware of %s', (_, create) => {
  const config = (devServer?: Server | false) => ({
    mode: 'development',
    entry: './none.js',
    plugins: [plugin],
    ...(devServer === undefined ? {} : { devServer }),
  });
  const names = ['ours', 'theirs'];

  it('is in the server of a compiler with and without options for one', async () => {
    expect(await serversOf(create, config())).toEqual([{ names }]);
    expect(await serversOf(create, config({ port: 1 }))).toEqual([{ port: 1, names }]);
    expect(await serversOf(create, config(false))).toEqual([false]);
  });

  it('makes no second server for several compilers, of which one has options', async () => {
    const both = [config(), config({ port: 1 })];
    expect(await serversOf(create, both)).toEqual([undefined, { port: 1, names }]);
    expect(await serversOf(create, [config(), config()])).toEqual([undefined, undefined]);
  });
});
