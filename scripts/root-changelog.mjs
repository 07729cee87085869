// The changelog of the command. Changesets know the packages of the workspace only, and the command is the root package.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const COMMAND = /^['"]?assetgen['"]?: *\w+\n/m;
const HEADING = '## Not released yet\n';

/**
 * Takes the command out of each changeset of a repository: changesets refuse a package that is not in the workspace. A
 * changeset of the command alone names core instead, since all packages have one version.
 *
 * @param {string} root
 * @returns {string[]} the entries of the command
 */
export function takeCommand(root) {
  const folder = join(root, '.changeset');
  const names = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');
  return names.sort().flatMap((name) => {
    const file = join(folder, name);
    const [, head = '', ...rest] = readFileSync(file, 'utf8').split(/^---\n/m);
    if (!COMMAND.test(head)) return [];
    const others = head.replace(COMMAND, '');
    const packages = others === '' ? "'@assetgen/core': minor\n" : others;
    const body = rest.join('---\n');
    writeFileSync(file, `---\n${packages}---\n${body}`);
    return [body.trim()];
  });
}

/**
 * Moves what is not released yet below a version, and adds entries to it.
 *
 * @param {string} changelog with the heading `Not released yet`
 * @param {string} version
 * @param {readonly string[]} entries
 */
export function withVersion(changelog, version, entries) {
  const at = changelog.indexOf(HEADING);
  if (at < 0) throw new Error(`CHANGELOG.md: expected the heading "${HEADING.trim()}", found none`);
  const end = changelog.indexOf('\n## ', at + HEADING.length);
  const [whole, older] =
    end < 0 ? [changelog.slice(at), ''] : [changelog.slice(at, end + 1), changelog.slice(end)];
  const written = whole.slice(HEADING.length).trim();
  const list = entries.map((entry) => `- ${entry.replaceAll(/\n(?=.)/g, '\n  ')}`).join('\n');
  const parts = [`${HEADING.trim()}`, `## ${version}`, written, list].filter((part) => part !== '');
  return `${changelog.slice(0, at)}${parts.join('\n\n')}\n${older}`;
}
