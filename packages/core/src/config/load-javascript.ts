import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { PlacedError, placeInStack } from './placed-error.ts';

/**
 * The default export of a JavaScript module, or what a CommonJS one exports. Node remembers a module by its address: a
 * dev server has to see what an edit made of it. What it imports is not loaded anew.
 *
 * @throws PlacedError where the module throws, or is no JavaScript
 */
export async function loadJavaScript(file: string, text: string): Promise<unknown> {
  const version = createHash('sha256').update(text).digest('hex').slice(0, 16);
  delete createRequire(file).cache[file];
  try {
    const loaded = (await import(`${pathToFileURL(file).href}?v=${version}`)) as {
      readonly default?: unknown;
    };
    return loaded.default;
  } catch (error) {
    const mark = placeInStack(error, [`?v=${version}`, file]);
    if (mark !== null) throw new PlacedError((error as Error).message, mark);
    if (!(error instanceof SyntaxError)) throw error;
    const { syntaxErrorIn } = await import('./load-typescript.ts');
    // It may be another file that is no JavaScript.
    throw (await syntaxErrorIn(file, text)) ?? error;
  }
}
