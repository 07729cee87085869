import ts from 'typescript';

/** What a source names that lies outside of it. */
export interface Import {
  readonly specifier: string;
  /** Gone after compiling: `import type`, `export type`, `typeof import()`. */
  readonly typeOnly: boolean;
  readonly line: number;
}

/** A global with an effect that a source uses: `setTimeout`, `Date.now`, `process`. */
interface Effect {
  readonly name: string;
  readonly line: number;
}

export interface Source {
  /** Relative to the repository, with slashes: `packages/core/src/run/run-build.ts`. */
  readonly path: string;
  readonly imports: readonly Import[];
  readonly effects: readonly Effect[];
}

const EFFECTS = new Set(['fetch', 'process', 'setImmediate', 'setInterval', 'setTimeout']);
const EFFECT_MEMBERS = new Set(['Date.now', 'Math.random', 'crypto.randomUUID', 'performance.now']);

/** Reads the imports of a source, static and dynamic, by TypeScript's own parser. */
export function parseSource(path: string, text: string): Source {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imports: Import[] = [];
  const effects: Effect[] = [];
  const lineOf = (node: ts.Node): number =>
    file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
  const add = (node: ts.Node, specifier: ts.Node | undefined, typeOnly: boolean): void => {
    if (specifier !== undefined && ts.isStringLiteralLike(specifier)) {
      imports.push({ specifier: specifier.text, typeOnly, line: lineOf(node) });
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      add(node, node.moduleSpecifier, node.importClause?.isTypeOnly ?? false);
    } else if (ts.isExportDeclaration(node)) {
      add(node, node.moduleSpecifier, node.isTypeOnly);
    } else if (ts.isImportTypeNode(node)) {
      add(node, ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true);
    } else if (ts.isCallExpression(node) && isModuleCall(node.expression)) {
      add(node, node.arguments[0], false);
    }
    const effect = effectOf(node);
    if (effect !== undefined) effects.push({ name: effect, line: lineOf(node) });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { path, imports, effects };
}

/** `import('x')`, `require('x')`, `require.resolve('x')`, `import.meta.resolve('x')`. */
function isModuleCall(callee: ts.Expression): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true;
  return ['require', 'require.resolve', 'import.meta.resolve'].includes(callee.getText());
}

function effectOf(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) {
    const member = `${node.expression.text}.${node.name.text}`;
    return EFFECT_MEMBERS.has(member) ? member : undefined;
  }
  if (ts.isNewExpression(node) && node.expression.getText() === 'Date') {
    return (node.arguments?.length ?? 0) === 0 ? 'new Date()' : undefined;
  }
  if (!ts.isIdentifier(node) || !EFFECTS.has(node.text) || !isReference(node)) return undefined;
  return node.text;
}

/** False for names: of a property, a parameter, a declaration, and within types. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return true;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) {
    return parent.initializer === node;
  }
  return (
    ts.isBinaryExpression(parent) ||
    ts.isShorthandPropertyAssignment(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isReturnStatement(parent)
  );
}
