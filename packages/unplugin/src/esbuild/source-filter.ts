const WORD = 'node_modules';
const ANY = String.raw`[^\\/]`;

/** A segment of a path that is no `node_modules`: it ends early, has another character, or goes on. */
const SEGMENT = [
  ...[...WORD].map(
    (character, at) => `${WORD.slice(0, at)}(?:${ANY.replace(']', `${character}]`)}${ANY}*)?`,
  ),
  `${WORD}${ANY}+`,
].join('|');

/**
 * Paths of JavaScript and TypeScript outside `node_modules`. For esbuild, whose regular expressions
 * know no look-ahead, and which asks another process of each file that a filter lets pass.
 */
export const SOURCE_FILTER: RegExp = new RegExp(
  String.raw`^(?:(?:${SEGMENT})[\\/])*${ANY}*\.[cm]?[jt]sx?$`,
);
