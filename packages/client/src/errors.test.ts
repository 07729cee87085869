import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText } from './errors.ts';

describe('cleanText', () => {
  it.each([
    ['a cursor that moves', 'a\u001b[2J\u001b[1Ab', 'a\\u001b[2J\\u001b[1Ab'],
    ['a title', '\u001b]0;owned\u0007', '\\u001b]0;owned\\u0007'],
    ['C1', 'a\u009b31mb\u0085c', 'a\\u009b31mb\\u0085c'],
    ['a line that is written over', 'paid 0\rpaid 900', 'paid 0\\u000dpaid 900'],
    ['backspaces and DEL', 'no\b\byes\u007f', 'no\\u0008\\u0008yes\\u007f'],
    ['letters that are turned around', 'a\u202egpj.exe\u2066', 'a\\u202egpj.exe\\u2066'],
    ['separators of lines', 'a\u2028b', 'a\\u2028b'],
    ['tags that nobody sees', 'a\u{e0041}', 'a\\udb40\\udc41'],
    ['commands of CI', 'bad\n::add-mask::x\n  ##[error]y', 'bad\n\\::add-mask::x\n  \\##[error]y'],
  ])('shows %s', (_name, text, shown) => expect(cleanText(text)).toBe(shown));

  it('leaves what people write', () => {
    const text = 'Grüße, 世界, שלום, 👩‍👩‍👧\n\ta :: b\r\nend';
    expect(cleanText(text)).toBe('Grüße, 世界, שלום, 👩‍👩‍👧\n\ta :: b\nend');
  });

  it('within JSON changes no value', () => {
    const texts = string({ unit: 'binary' }).filter((text) => !/\p{Cs}/u.test(text));
    assert(
      property(texts, (text) => {
        expect(JSON.parse(cleanText(JSON.stringify({ text })))).toEqual({ text });
      }),
    );
  });

  it('leaves nothing to clean', () => {
    assert(
      property(string({ unit: 'binary' }), (text) => {
        const clean = cleanText(text);
        expect(clean).not.toMatch(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
        expect(cleanText(clean.replaceAll('\\::', ''))).toBe(clean.replaceAll('\\::', ''));
      }),
    );
  });
});
