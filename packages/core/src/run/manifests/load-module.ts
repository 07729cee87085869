import { loadJavaScript } from '../../config/load-javascript.ts';
import type { Placed } from '../../config/placed-error.ts';
import { ManifestError } from '../../manifest/manifest-error.ts';

/** Manifests that are modules. */
const MODULE = /\.(?:[cm]?js|[cm]?ts)$/;

export function isModule(file: string): boolean {
  return MODULE.test(file);
}

/**
 * The default export of a manifest that is a module. A changed text is loaded anew; what it
 * imports is not.
 * @param label how errors name it
 * @throws {ManifestError} where it cannot be run
 */
export async function loadModule(file: string, label: string, text: string): Promise<unknown> {
  try {
    if (file.endsWith('ts')) {
      const { loadTypeScript } = await import('../../config/load-typescript.ts');
      return await loadTypeScript(file, text);
    }
    return await loadJavaScript(file, text);
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    const { mark = { line: 0, column: 0 } } = Object(error) as Partial<Placed>;
    const position = { file: label, line: mark.line + 1, column: mark.column + 1 };
    throw new ManifestError([{ position, path: '', message: `it cannot be run: ${reason}` }]);
  }
}
