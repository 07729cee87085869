import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countKeys, countKeysIn, parseStrictJson } from './parse-strict-json.ts';

describe('parseStrictJson', () => {
  it('reads what JSON.parse reads, in any layout', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 1, '\t', ' \r'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(countKeysIn(text)).toBe(countKeys(value, 100));
        expect(parseStrictJson(text, 100)).toEqual({ value: JSON.parse(text) as unknown });
      }),
    );
  });

  it.each([
    ['a comment', '{"a":1} // b'],
    ['a trailing comma', '{"a":1,}'],
    ['nothing', ''],
    ['a key that stands twice', '{"a":1,"b":{"c":1,"c" : 2}}'],
    ['a key that stands twice, once escaped', '{"a":1,"\\u0061":2}'],
    ['__proto__ twice', '{"__proto__":1,"__proto__":2}'],
    ['a fourth level', '[[[[]]]]'],
  ])('leaves %s to a closer look', (_name, text) => {
    expect(parseStrictJson(text, 3)).toBeNull();
  });

  it.each([
    ['quotes and colons in texts', '{"a\\"b:":"\\":","c\\\\":"d\\\\\\"","e":["f:",":"]}', 3],
    ['__proto__', '{"__proto__":{"x":1}}', 2],
    ['white space before the colon', '{"a" \n\t\r :1}', 1],
  ])('counts keys beside %s', (_name, text, count) => {
    expect([countKeysIn(text), countKeys(JSON.parse(text), 3)]).toEqual([count, count]);
  });
});
