import type { FileModule } from './file-modules.ts';
import { MODULE_HEADER } from './file-modules.ts';

/**
 * The modules of `assets.gen.d.ts` as files beside those of the code: who reaches these by a path has the same
 * types as who imports a name below the prefix.
 *
 * @param declarations the text of `assets.gen.d.ts`
 */
export function declarationFiles(declarations: string, prefix: string): FileModule[] {
  const parts = declarations.split(/^(?=declare module )/m).slice(1);
  return parts.flatMap((part) => {
    const [, id = '', body = ''] = /^declare module "([^"]*)" \{\n([^]*)\n\}\n$/.exec(part) ?? [];
    // A pattern is of names that do not exist.
    if (id.includes('*') || !id.startsWith(`${prefix}/`)) return [];
    const name = id.slice(prefix.length + 1).replace('?', '~');
    const depth = name.split('/').length - 1;
    const up = '../'.repeat(depth) || './';
    const code = body
      .replaceAll(/^ {2}/gm, '')
      .replaceAll(/^const /gm, 'declare const ')
      // A picture in a comment, which stands there as seen from the root.
      .replaceAll('](./.assetgen/', `](${'../'.repeat(depth + 1)}`)
      .replaceAll(/ from "([^"]*)";$/gm, (line, from: string) =>
        from.startsWith(`${prefix}/`)
          ? ` from ${JSON.stringify(`${up}${from.slice(prefix.length + 1)}.js`)};`
          : line,
      );
    return [{ name: `${name}.d.ts`, text: `${MODULE_HEADER}\n${code}\n` }];
  });
}
