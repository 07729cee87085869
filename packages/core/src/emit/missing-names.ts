import { nearest } from '../manifest/nearest.ts';
import { PARTS } from './code-target.ts';

/** What code may call by its name, and the type that lists the names in declarations. */
const LISTS = { nodes: 'Nodes', materials: 'Materials', animations: 'Animations' } as const;
type List = keyof typeof LISTS;

/**
 * What a source asks of the models that it imports, and none of them has: a bought model may call its
 * parts otherwise than the draft that the code was written on. Reads what is written plainly,
 * `dragon.nodes.Wing_L`, `nodes['Wing_L']` and `nodes={{ Wing_L: … }}`; of the rest TypeScript knows.
 *
 * @param declarations the text of `assets.gen.d.ts`
 * @returns a sentence for each, with the nearest name
 */
export function missingNames(code: string, declarations: string, prefix: string): string[] {
  const models = modelsOf(code, prefix);
  if (models.length === 0) return [];
  return (Object.keys(LISTS) as List[]).flatMap((list) => {
    const known = new Set<string>();
    for (const model of models) {
      const names = namesIn(declarations, model, LISTS[list]);
      // An unknown value may be anything.
      if (names === null) return [];
      for (const name of names) known.add(name);
    }
    return [...new Set(usedNames(code, list))]
      .filter((name) => !known.has(name))
      .map((name) => {
        const near = nearest(name, known);
        const has = known.size === 0 ? 'none' : [...known].slice(0, 8).join(', ');
        const hint = near === null ? `it has ${has}` : `did you mean "${near}"?`;
        return `${models.join(' or ')} has no ${list.slice(0, -1)} "${name}": ${hint}`;
      });
  });
}

/** `@gen/props/dragon?three`, as the source imports them. */
function modelsOf(code: string, prefix: string): string[] {
  const targets = Object.keys(PARTS).join('|');
  const quoted = code.matchAll(new RegExp(`(["'])([^"'\\n]+\\?(?:${targets}))\\1`, 'g'));
  const found = [...quoted].map(([, , id = '']) => id);
  return [...new Set(found)].filter((id) => id.startsWith(`${prefix}/`));
}

function namesIn(declarations: string, model: string, type: string): readonly string[] | null {
  const start = declarations.indexOf(`declare module ${JSON.stringify(model)} {\n`);
  const block = start === -1 ? '' : declarations.slice(start, declarations.indexOf('\n}\n', start));
  const union = new RegExp(`^ {2}type ${type} = (.*);$`, 'm').exec(block)?.[1];
  if (union === undefined || union === 'string') return null;
  if (union === 'never') return [];
  return JSON.parse(`[${union.replaceAll(/" \| "/g, '","')}]`) as string[];
}

/** What everything has that is called by one of these names: another variable may be an array. */
const OTHERS: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Array.prototype),
  ...Object.getOwnPropertyNames(Map.prototype),
]);

function* usedNames(code: string, list: List): Iterable<string> {
  for (const [, name = ''] of code.matchAll(
    new RegExp(`\\.${list}\\??\\.([A-Za-z_$][\\w$]*)`, 'g'),
  )) {
    if (!OTHERS.has(name)) yield name;
  }
  const indexed = new RegExp(`\\.${list}(?:\\?\\.)?\\[(["'])([^"'\\n]*)\\1\\]`, 'g');
  for (const [, , name = ''] of code.matchAll(indexed)) yield name;
  // A property of JSX, of a template of Vue, or of `h(Dragon, { nodes: { … } })`.
  for (const { index, 0: start } of code.matchAll(
    new RegExp(`\\b${list}(?:=["{]|:)\\s*\\{`, 'g'),
  )) {
    yield* keysOf(code, index + start.length);
  }
}

/** The keys of an object literal that begins before `at`, not of those in it. */
function* keysOf(code: string, at: number): Iterable<string> {
  const token = /[{}()[\]]|,|(?:([A-Za-z_$][\w$]*)|(["'])(.*?)\2)(\s*:)?|`[^`]*`/gy;
  let depth = 1;
  let mayBegin = true;
  for (let place = at; place < code.length && depth > 0;) {
    token.lastIndex = place;
    const found = token.exec(code);
    if (found === null) {
      place += 1;
      continue;
    }
    const [text, bare, , quoted, colon] = found;
    if (/^[{([]$/.test(text)) depth += 1;
    else if (/^[})\]]$/.test(text)) depth -= 1;
    else if (depth === 1 && mayBegin && colon !== undefined) yield bare ?? quoted ?? '';
    mayBegin = text === ',';
    place = token.lastIndex;
  }
}
