import { expect, it } from 'vitest';
import { declaredText } from './declared.ts';

const TEXT = `{
  "assets": {
    // the first
    "a/b": {
      "kind": "image", // of a hill
      "prompt": "x"
    },
    "c": { "kind": "image", "prompt": "y" },
  },
}
`;

it('gives an entry with its comments, moved to the left', () => {
  expect(declaredText(TEXT, 'a/b')).toBe(
    '"a/b": {\n  "kind": "image", // of a hill\n  "prompt": "x"\n}',
  );
  expect(declaredText(TEXT.replaceAll('\n', '\r\n'), 'a/b')).toBe(declaredText(TEXT, 'a/b'));
  expect(declaredText(`\uFEFF${TEXT}`, 'c')).toBe('"c": { "kind": "image", "prompt": "y" }');
});

it('gives nothing where there is nothing', () => {
  expect(declaredText(TEXT, 'd')).toBeNull();
  expect(declaredText('{ not json', 'a/b')).toBeNull();
  expect(declaredText('', 'a/b')).toBeNull();
});
