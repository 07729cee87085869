import ts from 'typescript';

/** A text that people read. */
export interface ReadText {
  /** From the repository's root. */
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/**
 * The texts of a TypeScript file: literals of more than one word, text of JSX, and the comments of what packages
 * publish. A value within a template is `…`.
 *
 * @param published names that the entries of our packages export
 */
export function textsOfSource(
  file: string,
  source: string,
  published: ReadonlySet<string>,
): readonly ReadText[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false, kind);
  const found: ReadText[] = [];
  const add = (at: number, text: string): void => {
    if (!/\S\s+\S/.test(text)) return;
    found.push({ file, line: tree.getLineAndCharacterOfPosition(at).line + 1, text });
  };
  const visit = (node: ts.Node, isPublic: boolean): void => {
    if (ts.isImportDeclaration(node)) return;
    const shown = isPublic || (isExported(node) && published.has(nameOf(node)));
    if (shown)
      for (const comment of commentsOf(node)) add(comment.pos, textOf(comment.getText(tree)));
    if (ts.isJsxText(node)) add(node.pos, node.text);
    if (ts.isStringLiteralLike(node)) add(node.getStart(tree), node.text);
    if (ts.isTemplateExpression(node)) {
      const parts = node.templateSpans.map(({ literal }) => literal.text);
      add(node.getStart(tree), [node.head.text, ...parts].join('…'));
    }
    const isType = ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node);
    ts.forEachChild(node, (child) => visit(child, shown && (isType || ts.isTypeElement(child))));
  };
  visit(tree, false);
  return found;
}

function isExported(node: ts.Node): boolean {
  return (
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
}

function nameOf(node: ts.Node): string {
  const { name } = node as { readonly name?: ts.Node };
  return name !== undefined && ts.isIdentifier(name) ? name.text : '';
}

function commentsOf(node: ts.Node): readonly ts.JSDoc[] {
  return (node as { readonly jsDoc?: readonly ts.JSDoc[] }).jsDoc ?? [];
}

function textOf(comment: string): string {
  return comment.replaceAll(/^\s*\/?\*+\/?/gm, ' ').replaceAll(/`[^`]*`/g, '…');
}

/** The names that API reports list. */
export function publishedNames(reports: readonly string[]): ReadonlySet<string> {
  const names = reports.flatMap((text) =>
    [
      ...text.matchAll(
        /^export (?:declare )?(?:abstract )?(?:async )?(?:class|const|function|interface|type) (\w+)/gm,
      ),
    ].map(([, name = '']) => name),
  );
  return new Set(names);
}

/** The paragraphs, rows and headings of a Markdown file, without code. */
export function textsOfMarkdown(file: string, source: string): readonly ReadText[] {
  const blank = (part: string): string => part.replaceAll(/[^\n]/g, ' ');
  const prose = source
    .replaceAll(/^(```+|~~~+)[\s\S]*?^\1/gm, blank)
    .replaceAll(/<!--[\s\S]*?-->/g, blank);
  const found: ReadText[] = [];
  let start = 0;
  let lines: string[] = [];
  const end = (): void => {
    const text = lines.join('\n').replaceAll(/`[^`]+`/g, '…');
    if (text.trim() !== '') found.push({ file, line: start, text });
    lines = [];
  };
  for (const [index, line] of prose.split('\n').entries()) {
    if (line.trim() === '' || /^\s*(?:[#|>]|[-*] |\d+\. )/.test(line)) end();
    if (line.trim() === '') continue;
    if (lines.length === 0) start = index + 1;
    lines.push(line.replace(/^\s*(?:#+|>|[-*] |\d+\. )\s*/, ''));
  }
  end();
  return found;
}
