import jsTokens from 'js-tokens';
import type { Token } from 'js-tokens';

/** A string or a template of a script, with the place at which it stands. */
export interface ScriptText {
  /** As the script has it when it runs; `HOLE` in the place of each expression of a template. */
  readonly text: string;
  /** Whether something is joined to its end, as in `'@gen/' + name`. */
  readonly continues: boolean;
  readonly place: TextPlace;
}

export type TextPlace =
  /** `src: '…'`, `image.src = '…'`, also within a list there. */
  | { readonly type: 'value'; readonly key: string | null }
  /** `fetch('…')`. `before` is the argument before it, where that is a string. */
  | { readonly type: 'argument'; readonly callee: string; readonly before: string | null }
  /** css`…` */
  | { readonly type: 'tagged' }
  /** The text of an element: `createElement('code', null, '…')`. */
  | { readonly type: 'child' }
  /** Of an import or export, the key of an object, or what is compared. */
  | { readonly type: 'name' };

/** Stands for an expression; no source has this character. */
export const HOLE = '\uFFFC';

/** Elements that hold text, in calls such as `h('code', '…')`. */
const TEXT_ELEMENT =
  /^(?:a|b|button|code|dd|div|dt|em|figcaption|h[1-6]|i|kbd|label|li|p|pre|samp|small|span|strong|t[dh]|title)$/;

/** Words before a parenthesis or a template that call nothing. */
const KEYWORD =
  /^(?:await|case|catch|default|delete|do|else|for|if|in|instanceof|new|of|return|switch|throw|typeof|void|while|with|yield)$/;

const COMPARES = new Set(['==', '===', '!=', '!==']);

interface Frame {
  readonly open: '(' | '[' | '{' | '${';
  /** Of a call; null for parentheses that only group. */
  readonly callee: string | null;
  /** The place of a list, or of what is grouped. */
  readonly place: TextPlace;
  /** Of a call: the arguments before this one. */
  index: number;
  first: string | null;
  before: string | null;
  /** Whether the argument before this one was `null` or an object: attributes, before children. */
  afterAttributes: boolean;
  /** Of a template: its text up to here, and where it stands. */
  readonly template: { text: string; readonly place: TextPlace } | null;
}

const NOWHERE: TextPlace = { type: 'value', key: null };
/** Where an object may have a key. */
const IN_BRACES: TextPlace = { type: 'value', key: null };

/**
 * The strings and templates of a script, minified or not. What is no JavaScript gives fewer texts, and no error.
 */
export function* scriptTexts(code: string): Iterable<ScriptText> {
  const frames: Frame[] = [];
  const pending: { text: string; place: TextPlace }[] = [];
  let last: Token | null = null;
  let beforeLast: Token | null = null;
  /** The name that ends what was just closed: `jsx` of `(0, e.jsx)`. */
  let closedName = '';

  const place = (token: Token): TextPlace => {
    const before = last?.value ?? '';
    const isTemplate = token.type === 'TemplateHead' || token.type === 'NoSubstitutionTemplate';
    const tags = (isName(last) && !KEYWORD.test(before)) || before === ')' || before === ']';
    if (isTemplate && tags) return { type: 'tagged' };
    if (before === 'from' || before === 'import' || before === 'export') return { type: 'name' };
    if (COMPARES.has(before) || before === 'case') return { type: 'name' };
    if (before === ':' || before === '=') return { type: 'value', key: keyOf(beforeLast) };
    const frame = frames.at(-1);
    if (frame === undefined || !(before === frame.open || before === ',')) return NOWHERE;
    return frame.open === '(' && frame.callee !== null ? argument(frame) : frame.place;
  };

  for (const token of jsTokens(code)) {
    const { type, value } = token;
    if (/^(?:WhiteSpace|LineTerminator|.*Comment)/.test(type)) continue;
    // What comes after a string says what it is.
    const held = pending.pop();
    if (held !== undefined) {
      const isKey = value === ':' && frames.at(-1)?.open === '{' && held.place === IN_BRACES;
      const isCompared = COMPARES.has(value);
      yield {
        text: held.text,
        continues: value === '+',
        place: isKey || isCompared ? { type: 'name' } : held.place,
      };
    }
    if (type === 'StringLiteral' || type === 'NoSubstitutionTemplate') {
      pending.push({ text: cook(value.slice(1, -1)), place: place(token) });
    } else if (type === 'TemplateHead') {
      const template = { text: cook(value.slice(1, -2)) + HOLE, place: place(token) };
      frames.push(newFrame('${', null, NOWHERE, template));
    } else if (type === 'TemplateMiddle' || type === 'TemplateTail') {
      const template = frames.pop()?.template ?? { text: '', place: NOWHERE };
      const isTail = type === 'TemplateTail';
      const text = template.text + cook(value.slice(1, isTail ? -1 : -2));
      if (isTail) pending.push({ text, place: template.place });
      else frames.push(newFrame('${', null, NOWHERE, { text: text + HOLE, place: template.place }));
    } else if (type === 'Punctuator') {
      if (value === '(' || value === '[' || value === '{') {
        const inner: TextPlace = value === '{' ? IN_BRACES : place(token);
        const callee = value === '(' ? calleeOf(last, beforeLast, closedName) : null;
        frames.push(newFrame(value, callee, inner, null));
      } else if (value === ')' || value === ']' || value === '}') {
        closedName = isName(last) ? last.value : '';
        frames.pop();
      } else if (value === ',') {
        const frame = frames.at(-1);
        if (frame?.open === '(') nextArgument(frame, last, held?.text ?? null);
      }
    }
    beforeLast = last;
    last = token;
  }
  const held = pending.pop();
  if (held !== undefined) yield { ...held, continues: false };
}

function newFrame(
  open: Frame['open'],
  callee: string | null,
  place: TextPlace,
  template: Frame['template'],
): Frame {
  const start = { index: 0, first: null, before: null, afterAttributes: false };
  return { open, callee, place, template, ...start };
}

function nextArgument(frame: Frame, last: Token | null, text: string | null): void {
  if (frame.index === 0) frame.first = text;
  frame.before = text;
  // What has no attributes stays so for all children that follow.
  const ends = last?.value;
  if (frame.index > 0) frame.afterAttributes ||= ends === 'null' || ends === '}';
  frame.index += 1;
}

function argument({ callee, index, first, before, afterAttributes }: Frame): TextPlace {
  const isChild =
    (index >= 2 && afterAttributes) ||
    (index === 1 && first !== null && TEXT_ELEMENT.test(first) && callee !== 'setAttribute');
  return isChild ? { type: 'child' } : { type: 'argument', callee: callee ?? '', before };
}

/** null where a parenthesis groups. */
function calleeOf(last: Token | null, beforeLast: Token | null, closed: string): string | null {
  if (last === null) return null;
  if (last.value === '?.') return beforeLast?.value ?? '';
  if (last.value === ')') return closed;
  if (last.value === ']') return '';
  return isName(last) && !KEYWORD.test(last.value) ? last.value : null;
}

function keyOf(token: Token | null): string | null {
  if (token === null) return null;
  return token.type === 'StringLiteral' ? token.value.slice(1, -1) : token.value;
}

function isName(token: Token | null): token is Token {
  return token?.type === 'IdentifierName' || token?.type === 'PrivateIdentifier';
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '\n': '' };

/** Undoes the escapes of a literal. */
function cook(raw: string): string {
  if (!raw.includes('\\')) return raw;
  return raw.replace(
    /\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2})|([^]))/gi,
    (_, point?: string, unit?: string, byte?: string, plain = '') => {
      const hex = point ?? unit ?? byte;
      if (hex === undefined) return ESCAPES[plain] ?? plain;
      const number = Number.parseInt(hex, 16);
      return number <= 0x10ffff ? String.fromCodePoint(number) : '';
    },
  );
}
