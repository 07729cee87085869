import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { OutputFile } from '@assetgen/core';
import { ownPublicFiles, publicTaken } from '../shared/own-public-files.ts';
import { failureOf } from '../shared/failure.ts';
import { unresolvedReference } from '../shared/references/unresolved-reference.ts';
import type { PluginProject } from '../shared/plugin-project.ts';
import { answerFailure, publicFailureAt } from '../shared/public-failure.ts';

/**
 * Middleware that lets the server answer for public outputs: one whose asset failed with the error,
 * where the server's own answer would be its page. It says so in the terminal when a page
 * asks for a reference that nobody resolved: a build fails on such a URL, and here nothing has
 * failed before the browser asks for it.
 *
 * A file of the user's own at that place stays what is served, and the terminal says so.
 *
 * @param publicDir the user's; empty where there is none
 * @param base the path below which the server serves: it ends in `/`
 * @param pathOf where the server itself serves the file, without the base
 */
export function servePublicOutputs(
  plugin: PluginProject,
  publicDir: string,
  base: string,
  pathOf: (file: OutputFile) => string,
  tell: (line: string) => void,
): (request: { url?: string | undefined }, response: ServerResponse, next: () => void) => void {
  return function publicOutput(request, response, next) {
    const path = (request.url ?? '/').replace(/[?#].*$/, '');
    const file = plugin.session
      .latest()
      ?.files.find(
        (output) => output.public !== undefined && path === base + encodeURI(output.public),
      );
    const failed = publicFailureAt(plugin.session, base, path);
    if (file === undefined && failed !== null) return answerFailure(response, failed);
    if (file !== undefined && publicDir !== '' && ownPublicFiles([file], publicDir).length > 0) {
      tell(failureOf(publicTaken(file, join(publicDir, file.public ?? ''))).text);
    } else if (file !== undefined) request.url = base.replace(/\/$/, '') + pathOf(file);
    else if (path.includes(`/${plugin.prefix}/`)) tell(unresolved(plugin.prefix, path));
    next();
  };
}

function unresolved(prefix: string, path: string): string {
  const id = path.slice(path.indexOf(`/${prefix}/`) + 1);
  return failureOf(unresolvedReference(id, `the page that requested ${path}`)).text;
}
