import { defaultLoaders } from 'cosmiconfig';

/** The default export of a TypeScript module, by the `typescript` package of the project. */
export function loadTypeScript(file: string, text: string): Promise<unknown> {
  return Promise.resolve(defaultLoaders['.ts'](file, text));
}
