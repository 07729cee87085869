import path from 'node:path';
import type { Node } from 'jsonc-parser';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { isInside } from '../../fs/is-inside.ts';
import { isAllowed, linkGuard } from '../../fs/link-guard.ts';
import { SMALL_FILE, readText } from '../../fs/read-text.ts';
import { writeIfChanged } from '../../fs/write-atomic.ts';
import { TYPES_NAME } from '../project-files.ts';
import { lookForTypes, readConfig } from './look-for-types.ts';
import type { ReadConfig } from './look-for-types.ts';

/** The changes that let TypeScript read the types. */
export interface IncludedTypes {
  /** The configs that name the types now. Absolute paths. */
  readonly added: readonly string[];
  /** Those that a person has to look at: they are generated, or stand outside of the project. */
  readonly left: readonly string[];
}

/**
 * Makes TypeScript read `assets.gen.d.ts`: adds it to `include` of each tsconfig whose sources may import assets,
 * or to `files` where `include` comes from a config that it extends. Comments and layout stay. Does nothing
 * where the types are read already.
 *
 * @param root absolute path of the project
 * @throws AssetgenError `ASSETGEN_DISK`
 */
export async function includeTypes(root: string): Promise<IncludedTypes> {
  const look = await lookForTypes(root);
  const added: string[] = [];
  const left: string[] = [];
  for (const file of look.status === 'unseen' ? look.configs : []) {
    const text = isOwn(root, file) ? await readText(file, SMALL_FILE).catch(() => null) : null;
    const config = await readConfig(file);
    const edited = text === null || config === null ? null : addTypes(text, root, config);
    if (edited === null) left.push(file);
    else {
      await writeIfChanged(file, edited, linkGuard(root));
      added.push(file);
    }
  }
  return { added, left };
}

/** What frameworks generate lies in folders such as `.nuxt`; a link may lead to the config of others. */
function isOwn(root: string, file: string): boolean {
  const folders = path.relative(root, file).split(path.sep).slice(0, -1);
  const isGenerated = folders.some((each) => each.startsWith('.') || each === 'node_modules');
  return isInside(root, file) && isAllowed(linkGuard(root), file) && !isGenerated;
}

/** null where naming the types would not make the config read them. */
function addTypes(text: string, root: string, config: ReadConfig): string | null {
  const target = path.join(root, TYPES_NAME);
  const name = path.relative(path.dirname(config.file), target).replaceAll('\\', '/');
  const tree = parseTree(text, [], { allowTrailingComma: true });
  if (tree?.type !== 'object') return null;
  const field = findNodeAtLocation(tree, ['include']) === undefined ? 'files' : 'include';
  // Without `include` of its own or of what it extends, `files` would shut out all others.
  const isWhole = config.include === undefined && config.files === undefined;
  if (isWhole || !config.reads(target, { [field]: name })) return null;
  const list = findNodeAtLocation(tree, [field]);
  if (list === undefined) return append(text, tree, `"${field}": [${JSON.stringify(name)}]`);
  return list.type === 'array' ? append(text, list, JSON.stringify(name)) : null;
}

/** Adds a last member to a list or an object, laid out as the one before it. */
function append(text: string, { children = [], offset }: Node, member: string): string {
  const last = children.at(-1);
  if (last === undefined) return insert(text, offset + 1, member);
  const before = /(?:^|[\r\n]+)([ \t]*)$/.exec(text.slice(0, last.offset));
  const between = before === null ? ' ' : before[0];
  return insert(text, last.offset + last.length, `,${between}${member}`);
}

function insert(text: string, at: number, what: string): string {
  return text.slice(0, at) + what + text.slice(at);
}
