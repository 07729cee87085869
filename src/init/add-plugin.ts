import { tsPlugin } from '@sveltejs/acorn-typescript';
import { Parser } from 'acorn';
import type {
  ArrayExpression,
  Expression,
  FunctionExpression,
  ModuleDeclaration,
  ObjectExpression,
  Program,
  Property,
  Statement,
} from 'acorn';
import MagicString from 'magic-string';
import { loadLine } from './targets.ts';
import type { Target } from './targets.ts';

/** What became of a config. */
export type Added =
  | { readonly type: 'edited'; readonly text: string }
  /** It names our plugin already. */
  | { readonly type: 'there' }
  /** It is not certain what the config is, or how to add to it: nothing is changed. */
  | { readonly type: 'unsure' };

const UNSURE: Added = { type: 'unsure' };
const LOCAL = { call: 'assetgen', wrap: 'withAssetgen', name: '' } as const;

/**
 * Adds the plugin to the text of a config file. Only what is inserted changes; layout, comments, quotes and
 * semicolons stay as the file has them. A config that is not plainly an object with an array, or that uses a
 * name of ours, stays as it is.
 *
 * @param text JavaScript or TypeScript, as a module or as CommonJS
 */
export function addPlugin(text: string, target: Target): Added {
  if (/['"]@assetgen\//.test(text)) return { type: 'there' };
  const program = parse(text);
  if (program === null) return UNSURE;
  const config = exported(program);
  const local = LOCAL[target.form];
  if (config === null || (local !== '' && declares(program, local))) return UNSURE;
  const edit = new MagicString(text);
  const style = styleOf(text);
  const added =
    target.form === 'wrap'
      ? wrap(edit, config.expression, local)
      : addToArray(edit, text, program, config, target, style);
  if (!added) return UNSURE;
  if (local !== '') addImport(edit, text, program, target, config.isCommonJs, style);
  const result = edit.toString();
  // The result is still a program, in any layout.
  return parse(result) === null ? UNSURE : { type: 'edited', text: result };
}

interface Config {
  readonly expression: Expression;
  readonly isCommonJs: boolean;
}

interface Style {
  readonly quote: '"' | "'";
  readonly semicolon: ';' | '';
  readonly indent: string;
  readonly newline: '\n' | '\r\n';
}

const TypeScript = Parser.extend(tsPlugin());

function parse(text: string): Program | null {
  for (const sourceType of ['module', 'script'] as const) {
    try {
      return TypeScript.parse(text, {
        ecmaVersion: 'latest',
        sourceType,
        locations: true,
        allowHashBang: true,
      });
    } catch {
      // Not of this kind.
    }
  }
  return null;
}

/** `export default X` or `module.exports = X`, once. */
function exported(program: Program): Config | null {
  const found = program.body.flatMap((statement): Config[] => {
    if (statement.type === 'ExportDefaultDeclaration') {
      const { declaration } = statement;
      return declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration'
        ? []
        : [{ expression: declaration, isCommonJs: false }];
    }
    if (statement.type !== 'ExpressionStatement') return [];
    const { expression } = statement;
    return expression.type === 'AssignmentExpression' &&
      expression.operator === '=' &&
      isModuleExports(expression.left)
      ? [{ expression: expression.right, isCommonJs: true }]
      : [];
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

function isModuleExports(node: { readonly type: string }): boolean {
  const { object, property, computed } = node as {
    object?: { name?: string };
    property?: { name?: string };
    computed?: boolean;
  };
  return (
    node.type === 'MemberExpression' &&
    computed === false &&
    object?.name === 'module' &&
    property?.name === 'exports'
  );
}

function wrap(edit: MagicString, expression: Expression, local: string): boolean {
  edit.appendLeft(expression.start, `${local}(`);
  edit.appendRight(expression.end, ')');
  return true;
}

function addToArray(
  edit: MagicString,
  text: string,
  program: Program,
  config: Config,
  target: Target,
  style: Style,
): boolean {
  const object = objectOf(config.expression, program);
  if (object === null) return false;
  const item =
    target.form === 'name' ? `${style.quote}${target.entry}${style.quote}` : `${LOCAL.call}()`;
  const hasSpread = object.properties.some(({ type }) => type === 'SpreadElement');
  const named = object.properties.filter(
    (each): each is Property => each.type === 'Property' && keyOf(each) === target.key,
  );
  if (named.length > 1 || (hasSpread && named.length === 0)) return false;
  const [property] = named;
  if (property === undefined)
    return addProperty(edit, text, object, `${target.key}: [${item}]`, style);
  const array = arrayOf(property.value, program);
  return array !== null && addElement(edit, text, array, item, style);
}

function addProperty(
  edit: MagicString,
  text: string,
  { start, end, properties }: ObjectExpression,
  entry: string,
  { indent, newline }: Style,
): boolean {
  const [first] = properties;
  if (first === undefined) {
    // Comments may stand between the braces.
    if (text.slice(start + 1, end - 1).trim() !== '') return false;
    edit.overwrite(start, end, `{ ${entry} }`);
    return true;
  }
  const before = text.slice(start + 1, first.start);
  if (!before.includes('\n')) edit.appendLeft(first.start, `${entry}, `);
  else edit.appendLeft(start + 1, `${newline}${lineIndent(text, first.start) || indent}${entry},`);
  return true;
}

function addElement(
  edit: MagicString,
  text: string,
  { start, end, elements }: ArrayExpression,
  item: string,
  { newline }: Style,
): boolean {
  const last = elements.at(-1);
  if (elements.length === 0) {
    if (text.slice(start + 1, end - 1).trim() !== '') return false;
    edit.overwrite(start, end, `[${item}]`);
    return true;
  }
  if (last === null || last === undefined) return false;
  const isMultiline = text.slice(start, last.start).includes('\n');
  if (!isMultiline) {
    edit.appendLeft(last.end, `, ${item}`);
    return true;
  }
  const line = `${newline}${lineIndent(text, last.start)}${item}`;
  const comment = /^(?<comma>,?)[ \t]*\/\/[^\r\n]*/.exec(text.slice(last.end));
  if (comment === null) edit.appendLeft(last.end, `,${line}`);
  else {
    const comma = comment.groups?.['comma'] ?? '';
    if (comma === '') edit.appendLeft(last.end, ',');
    edit.appendRight(last.end + comment[0].length, `${line}${comma}`);
  }
  return true;
}

/** White space before the first character of a line. */
function lineIndent(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** The object that a config is: as it stands, by a name, in `defineConfig(…)`, or what a function gives. */
function objectOf(node: Expression, program: Program, depth = 0): ObjectExpression | null {
  if (depth > 5) return null;
  const inner = withoutTypes(node);
  const next = (each: Expression): ObjectExpression | null => objectOf(each, program, depth + 1);
  switch (inner.type) {
    case 'ObjectExpression':
      return inner;
    case 'Identifier': {
      const value = valueOf(inner.name, program);
      return value === null ? null : next(value);
    }
    case 'CallExpression': {
      const [argument] = inner.arguments;
      const isDefine = inner.callee.type === 'Identifier' && inner.callee.name.startsWith('define');
      if (!isDefine || inner.arguments.length !== 1 || argument === undefined) return null;
      return argument.type === 'SpreadElement' ? null : next(argument);
    }
    case 'ArrowFunctionExpression':
      return inner.body.type === 'BlockStatement'
        ? returned(inner.body.body, next)
        : next(inner.body);
    case 'FunctionExpression':
      return returned((inner as FunctionExpression).body.body, next);
    default:
      return null;
  }
}

/** Of a function that returns at one place, its end. */
function returned(
  body: readonly Statement[],
  next: (value: Expression) => ObjectExpression | null,
): ObjectExpression | null {
  const isPlain = body
    .slice(0, -1)
    .every(({ type }) => type === 'VariableDeclaration' || type === 'ExpressionStatement');
  const last = body.at(-1);
  if (!isPlain || last?.type !== 'ReturnStatement' || last.argument == null) return null;
  return next(last.argument);
}

function arrayOf(node: Expression, program: Program): ArrayExpression | null {
  const inner = withoutTypes(node);
  if (inner.type === 'ArrayExpression') return inner;
  if (inner.type === 'Identifier') {
    const value = valueOf(inner.name, program);
    return value === null || value.type === 'Identifier' ? null : arrayOf(value, program);
  }
  // `[a(), isProd && b()].filter(Boolean)`
  if (inner.type !== 'CallExpression' || inner.callee.type !== 'MemberExpression') return null;
  const { object, property } = inner.callee;
  const isFilter = property.type === 'Identifier' && property.name === 'filter';
  return isFilter && object.type === 'ArrayExpression' ? object : null;
}

/** `X as T`, `X satisfies T`, `(X)` and `X!` are X. */
function withoutTypes(node: Expression): Expression {
  const wrappers = new Set([
    'TSAsExpression',
    'TSSatisfiesExpression',
    'TSNonNullExpression',
    'TSTypeAssertion',
    'ParenthesizedExpression',
  ]);
  let inner = node;
  while (wrappers.has(inner.type))
    inner = (inner as unknown as { expression: Expression }).expression;
  return inner;
}

/** What a constant of the file's top level holds. */
function valueOf(name: string, program: Program): Expression | null {
  const values = program.body.flatMap((statement) => {
    if (statement.type !== 'VariableDeclaration' || statement.kind === 'var') return [];
    return statement.declarations
      .filter(({ id }) => id.type === 'Identifier' && id.name === name)
      .map(({ init }) => (statement.kind === 'const' ? init : null));
  });
  return values.length === 1 ? (values[0] ?? null) : null;
}

function keyOf({ key, computed }: Property): string {
  if (computed) return '';
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' ? String(key.value) : '';
}

/** Whether the top level has this name already. */
function declares(program: Program, name: string): boolean {
  return program.body.some((statement) => {
    switch (statement.type) {
      case 'ImportDeclaration':
        return statement.specifiers.some(({ local }) => local.name === name);
      case 'VariableDeclaration':
        return statement.declarations.some(({ id }) => namesIn(id).includes(name));
      case 'FunctionDeclaration':
      case 'ClassDeclaration':
        return statement.id?.name === name;
      default:
        return false;
    }
  });
}

/** Names that a pattern binds: `a`, `{ a, b: c }`, `[a]`. */
function namesIn(pattern: unknown): string[] {
  if (typeof pattern !== 'object' || pattern === null) return [];
  const node = pattern as Record<string, unknown>;
  if (node['type'] === 'Identifier') return [String(node['name'])];
  return ['properties', 'elements', 'value', 'argument', 'left'].flatMap((key) => {
    const inner = node[key];
    return Array.isArray(inner) ? inner.flatMap(namesIn) : namesIn(inner);
  });
}

function addImport(
  edit: MagicString,
  text: string,
  program: Program,
  target: Target,
  isCommonJs: boolean,
  style: Style,
): void {
  const { newline } = style;
  const line = loadLine(target, isCommonJs, style);
  const last = program.body.findLast((each) => isImport(each, isCommonJs));
  if (last !== undefined) {
    const comment = /^[ \t]*\/\/[^\r\n]*/.exec(text.slice(last.end))?.[0] ?? '';
    edit.appendRight(last.end + comment.length, `${newline}${line}`);
    return;
  }
  const [first] = program.body;
  // A directive and a hashbang stay first.
  const hashbang = /^#!.*\r?\n/.exec(text)?.[0].length ?? 0;
  if (first !== undefined && 'directive' in first && first.directive !== undefined) {
    edit.appendRight(first.end, `${newline}${line}`);
  } else edit.appendRight(hashbang, `${line}${newline}${newline}`);
}

function isImport(statement: Statement | ModuleDeclaration, isCommonJs: boolean): boolean {
  if (!isCommonJs) return statement.type === 'ImportDeclaration';
  return (
    statement.type === 'VariableDeclaration' &&
    statement.declarations.every(
      ({ init }) =>
        init?.type === 'CallExpression' &&
        init.callee.type === 'Identifier' &&
        init.callee.name === 'require',
    )
  );
}

/** As most of the file has it. */
function styleOf(text: string): Style {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  return {
    quote: count(/"/g) > count(/'/g) ? '"' : "'",
    semicolon:
      /^(?:import|const|export) .*[^;{([,]$/m.test(text) && !/;\s*$/m.test(text) ? '' : ';',
    indent: /^(?<indent>[ \t]+)\S/m.exec(text)?.groups?.['indent'] ?? '  ',
    newline: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
