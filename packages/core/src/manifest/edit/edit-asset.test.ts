import { describe, expect, it } from 'vitest';
import { addEntry, editAsset, editAssets, entryOf, removeEntry } from './edit-asset.ts';

describe('editAsset', () => {
  it('adds a field to an asset of many lines and keeps comments', () => {
    const text =
      '{\n  // all of them\n  "assets": {\n    "a": {\n      "kind": "image", // first\n      "prompt": "x"\n    },\n    "b": { "kind": "image" }\n  }\n}\n';
    expect(editAsset(text, 'a', { revision: 1 })).toBe(
      text.replace('"prompt": "x"\n', '"prompt": "x",\n      "revision": 1\n'),
    );
  });

  it('keeps an asset of one line on its line', () => {
    const text = '{ "assets": {\n  "a": { "kind": "image", "prompt": "x" }, // mine\n} }';
    expect(editAsset(text, 'a', { revision: 1 })).toBe(
      text.replace('"prompt": "x" }', '"prompt": "x", "revision": 1 }'),
    );
  });

  it('replaces nothing but the value of a field that stands there', () => {
    const text = '\uFEFF{"assets":{"a":{"pick":1 /* the red one */,"kind":"image"}}}';
    expect(editAsset(text, 'a', { pick: 3 })).toBe(text.replace('"pick":1', '"pick":3'));
  });

  it('takes over tabs and line ends', () => {
    const text = '{\r\n\t"assets": {\r\n\t\t"a/b": {\r\n\t\t\t"kind": "image"\r\n\t\t}\r\n\t}\r\n}';
    expect(editAsset(text, 'a/b', { pick: 2, variants: 4 })).toBe(
      text.replace(
        '"kind": "image"',
        '"kind": "image",\r\n\t\t\t"pick": 2,\r\n\t\t\t"variants": 4',
      ),
    );
  });

  it('touches nothing beside a new field: no list, no comment, no trailing comma', () => {
    const entry = (rest: string): string =>
      `{\n  "assets": {\n    "a": {\n      "kind": "image",\n      "outputs": [{ "format": "webp" }, "png"]${rest}\n    }\n  }\n}\n`;
    expect(editAsset(entry(''), 'a', { pick: 2 })).toBe(entry(',\n      "pick": 2'));
    expect(editAsset(entry(' // two'), 'a', { pick: 2 })).toBe(entry(', // two\n      "pick": 2'));
    expect(editAsset(entry(', /* two */'), 'a', { pick: 2 })).toBe(
      entry(', /* two */\n      "pick": 2,'),
    );
  });

  it('adds to what closes on its last line, and to an asset without fields', () => {
    const text = '{ "assets": { "a": {\n  "kind": "image" } } }';
    expect(editAsset(text, 'a', { pick: 2 })).toBe(
      '{ "assets": { "a": {\n  "kind": "image",\n  "pick": 2 } } }',
    );
    expect(JSON.parse(editAsset('{ "assets": { "a": {\n} } }', 'a', { pick: 2 }))).toEqual({
      assets: { a: { pick: 2 } },
    });
  });
});

describe('editAssets', () => {
  const TEXTS = [
    '{\n  // all\n  "assets": {\n    "a": {\n      "kind": "image", // first\n      "pick": 2\n    },\n    "b": { "kind": "image" }, // mine\n    "c": {}\n  }\n}\n',
    '{"assets":{"c":{"kind":"image"},"a":{"pick":1 /* red */,"kind":"image"},"b":{\n}}}',
    '{\r\n\t"assets": {\r\n\t\t"b": { "kind": "image",\r\n\t\t\t"pick": 2 }, "a": { "pick": 1\r\n\t\t},\r\n\t\t"c": [],\r\n\t},\r\n}',
    '\uFEFF{ "assets": { "a": {\n  "kind": "image" }, "b": { "kind": "image", "pick": 3, "a": { "pick": 4 } }, "c": {}, "a": {} } }',
  ];

  it.each(TEXTS)('writes what one after the other would write: %j', (text) => {
    const changes = new Map<string, Record<string, unknown>>([
      ['b', { revision: 1, pick: undefined }],
      ['a', { pick: 5, words: ['x', { y: 1 }] }],
    ]);
    let each = text;
    for (const [name, fields] of changes) each = editAsset(each, name, fields);
    expect(editAssets(text, changes)).toBe(each);
    expect(each).not.toBe(text);
    expect(() => editAssets(text, new Map([['d', {}]]))).toThrow('no asset d in the text');
  });

  it('takes thousands of assets in one go', () => {
    const names = Array.from({ length: 5000 }, (_, at) => `asset-${at}`);
    const text = JSON.stringify({
      assets: Object.fromEntries(names.map((name) => [name, { pick: 1 }])),
    });
    const edited = editAssets(text, new Map(names.map((name, at) => [name, { pick: at }])));
    const { assets } = JSON.parse(edited) as { assets: Record<string, { pick: number }> };
    expect(Object.values(assets).map(({ pick }) => pick)).toEqual(names.map((_, at) => at));
  });
});

describe('addEntry and removeEntry', () => {
  const ENTRY = { kind: 'image', prompt: 'x' };
  const TEXTS: readonly (readonly [what: string, text: string])[] = [
    [
      'assets on a line each',
      '{\n  "assets": {\n    "a": { "kind": "image" },\n    "b": { "kind": "image" }\n  }\n}\n',
    ],
    [
      'comments and a trailing comma',
      '{\n  // all\n  "assets": {\n    "a": { "kind": "image" }, // one\n  },\n}\n',
    ],
    [
      'a comment and no comma',
      '{\n  "assets": {\n    "a": {\n      "kind": "image"\n    } // one\n  }\n}\n',
    ],
    [
      'tabs, line ends of Windows and a mark',
      '\uFEFF{\r\n\t"assets": {\r\n\t\t"a": {\r\n\t\t\t"kind": "image"\r\n\t\t}\r\n\t}\r\n}\r\n',
    ],
    ['one line', '{ "assets": { "a": { "kind": "image" } } }'],
    [
      'keys behind the assets',
      '{\n  "assets": {\n    "a": { "kind": "image" }\n  },\n  "defaults": {}\n}\n',
    ],
  ];

  it.each(TEXTS)('%s: what was added and removed leaves no trace', (_, text) => {
    const added = addEntry(text, 'props/new', ENTRY);
    expect(entryOf(added, 'props/new')).toEqual(ENTRY);
    expect(entryOf(added, 'a')).toEqual({ kind: 'image' });
    expect(removeEntry(added, 'props/new')).toBe(text);
  });

  it('adds with the indentation and the line ends of the text', () => {
    const [, , , [, text] = ['', '']] = TEXTS;
    expect(addEntry(text, 'b', ENTRY)).toBe(
      text.replace(
        '\t\t}\r\n\t}',
        '\t\t},\r\n\t\t"b": {\r\n\t\t\t"kind": "image",\r\n\t\t\t"prompt": "x"\r\n\t\t}\r\n\t}',
      ),
    );
  });

  it('adds to what has no assets', () => {
    for (const text of ['{}', '{ "assets": {} }', '{\n  "assets": {\n  }\n}\n']) {
      expect(JSON.parse(addEntry(text, 'a', ENTRY))).toEqual({ assets: { a: ENTRY } });
    }
  });

  it('removes the first, one in the middle, the last and the only one', () => {
    const text = '{\n  "assets": {\n    "a": {}, // one\n    "b": {\n    },\n    "c": {}\n  }\n}\n';
    expect(removeEntry(text, 'a')).toBe(text.replace('    "a": {}, // one\n', ''));
    expect(removeEntry(text, 'b')).toBe(text.replace('    "b": {\n    },\n', ''));
    expect(removeEntry(text, 'c')).toBe(text.replace('},\n    "c": {}\n', '}\n'));
    expect(JSON.parse(removeEntry('{ "assets": { "a": {} } }', 'a'))).toEqual({ assets: {} });
    expect(JSON.parse(removeEntry('{"assets":{"a":{},"b":{}}}', 'b'))).toEqual({
      assets: { a: {} },
    });
    expect(removeEntry(text, 'z')).toBe(text);
  });
});
