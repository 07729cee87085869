import { describe, expect, it } from 'vitest';
import { errorOf, problemOf } from '../testing/manifests.ts';

describe('an error of a manifest', () => {
  it('tells every problem in one go, each with its file, line, column and key', () => {
    const text = `{
  // what the game needs
  "defaults": { "modle": {}, "image": { "qualty": 1 } },
  "assets": {
    "dragon": { "kind": "model", "promt": "a dragon", "quality": "low", "faces": 12 },
    "Hero": { "kind": "image", "prompt": "a hero", "outputs": ["webp", { "format": "webp", "width": 0 }] },
    "trailer": { "kind": "vidoe", "prompt": "x" },
    "team": { "kind": "chibi", "style": "x" },
    "x": 12
  },
  "asets": {}
}`;
    expect(errorOf(text)).toMatchInlineSnapshot(`
      "11 problems
        assets.gen.json:3:17 defaults.modle: unknown key. Did you mean "model"?
        assets.gen.json:3:41 defaults.image.qualty: unknown key. Known here: prompt, model, modelKey, mode, references, aspectRatio, resolution, extra, variants, pick, revision, frozen, expect, outputs
        assets.gen.json:5:34 assets.dragon.promt: unknown key. Did you mean "prompt"?
        assets.gen.json:5:66 assets.dragon.quality: expected one of "standard", "high", "extra_high", found "low"
        assets.gen.json:5:82 assets.dragon.faces: expected an integer from 100000 to 1000000, found 12
        assets.gen.json:6:5 assets.Hero: the name: expected a path of segments of a-z, 0-9, ".", "_" and "-", found "Hero"
        assets.gen.json:6:101 assets.Hero.outputs[1].width: expected an integer from 1 to 16384, found 0
        assets.gen.json:7:26 assets.trailer.kind: expected one of "model", "image", "video", "chibi", found "vidoe". Did you mean "video"?
        assets.gen.json:8:13 assets.team: expected "images", found none
        assets.gen.json:9:10 assets.x: expected an object with "kind", found 12
        assets.gen.json:11:3 asets: unknown key. Did you mean "assets"?"
    `);
  });

  it('tells the problems of all manifests', () => {
    const one = '{"assets":{"a":{"kind":"image","prompt":""},"b":{"kind":"image","prompt":"b"}}}';
    const two = '{\n  "assets": {\n    "b": { "kind": "image", "prompt": "other" }\n  }\n}';
    expect(errorOf({ 'assets.gen.json': one, 'ui/assets.gen.json': two })).toMatchInlineSnapshot(`
      "2 problems
        assets.gen.json:1:41 assets.a.prompt: expected a string that is not empty, found ""
        ui/assets.gen.json:3:5 assets.b: an asset of this name is in assets.gen.json:1 already"
    `);
  });

  it('stops at a hundred, and says how many there are', () => {
    const assets = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`a${i}`, 1]));
    const lines = errorOf(JSON.stringify({ assets })).split('\n');
    expect(lines).toHaveLength(102);
    expect([lines[0], lines.at(-1)]).toEqual(['250 problems', '  … and 150 more']);
  });

  it('has the position of a default for a value that the defaults give', () => {
    const text = `{
  "defaults": { "model": { "faces": 900000 } },
  "assets": { "a": { "kind": "model", "prompt": "x", "quality": "standard" } }
}`;
    expect(errorOf(text)).toMatchInlineSnapshot(
      `"assets.gen.json:2:37 assets.a.faces: expected 100000 to 500000 for quality "standard", found 900000"`,
    );
  });

  it.each([
    ['', 'expected a value, found the end of the file'],
    ['[]', 'expected an object with "assets"'],
    ['{}', 'expected an object of assets, found nothing'],
    ['null', 'found null'],
    ['"x"', 'found "x"'],
    ['{"assets":[]}', 'found an array of 0'],
    ['{"assets":{"a":{"kind":"image","prompt":"x"}}', 'expected "}"'],
    ['{"assets":{"a" {"kind":"image"}}}', 'expected ":"'],
    ['{"assets":{a:1}}', '1:12 expected a property name in double quotes, found a'],
    ["{'assets': {}}", "1:2 expected a property name in double quotes, found 'assets'"],
    ['{"assets":None}', '1:11 expected a JSON value, found None'],
    ['{"assets":{}} {}', 'expected the end of the file'],
    ['{"assets":{"a":"\\x"}}', 'an escape in a string is unknown'],
    ['{"assets":{"a":"\\u12"}}', 'a \\u escape is malformed'],
    ['{"assets":{"a":"b', 'a string has no end'],
    ['{"assets":{} /* ', 'a comment has no end'],
  ])('tells what is wrong with %s', (text, message) => {
    expect(errorOf(text)).toContain(message);
    expect(errorOf(text)).toMatch(/assets\.gen\.json:1:\d+ /);
  });

  it('tells one mistake of a line, and a merge that git could not make as one', () => {
    expect(errorOf('{\n  assets: {\n    hero: {},\n  },\n}')).toMatchInlineSnapshot(`
      "2 problems
        assets.gen.json:2:3 expected a property name in double quotes, found assets
        assets.gen.json:3:5 expected a property name in double quotes, found hero"
    `);
    const conflict = '{\n<<<<<<< HEAD\n"assets":{}\n=======\n"assets":{}\n>>>>>>> theirs\n}';
    expect(errorOf(conflict)).toBe(
      'assets.gen.json:2:1 expected JSON, found a merge conflict of git: <<<<<<<',
    );
  });

  it('tells once that a file ends early, however much is open there', () => {
    expect(errorOf('{"assets":{')).toBe(
      'assets.gen.json:1:12 expected "}", found the end of the file',
    );
  });

  it('tells of a key that stands twice, with the place of the second', () => {
    const text = `{ "assets": {
  "a": { "kind": "image", "prompt": "one", "prompt": "two" },
  "a": { "kind": "image", "prompt": "three" }
} }`;
    expect(errorOf(text)).toMatchInlineSnapshot(`
      "2 problems
        assets.gen.json:2:44 assets.a.prompt: "prompt" is defined twice
        assets.gen.json:3:3 assets.a: "a" is defined twice"
    `);
  });

  it('takes comments, trailing commas, a BOM and CRLF', () => {
    const text = '\uFEFF{\r\n  // c\r\n  "assets": {\r\n    "a": { "kind": "imag" },\r\n  },\r\n}';
    expect(errorOf(text)).toMatchInlineSnapshot(
      `"assets.gen.json:4:20 assets.a.kind: expected one of "model", "image", "video", "chibi", found "imag". Did you mean "image"?"`,
    );
  });
});

describe('kinds and keys', () => {
  it.each([
    [{ prompt: 'x' }],
    [{ kind: 'Model', prompt: 'x' }],
    [{ kind: 'audio' }],
    [{ kind: 3 }],
    [{ kind: 'constructor' }],
  ])('refuses the kind of %j', (entry) => {
    expect(problemOf(entry)).toMatch(
      /^assets\.a\.kind: expected one of "model", "image", "video", "chibi", found /,
    );
  });

  it.each<[unknown, string]>([
    [{ kind: 'model', prompt: 'x', facs: 1 }, 'facs: unknown key. Did you mean "faces"?'],
    [{ kind: 'model', prompt: 'x', zzzzzzzzz: 1 }, 'unknown key. Known here: kind, prompt, image'],
    [{ kind: 'model', prompt: 'x', expect: { maxTriangle: 1 } }, 'Did you mean "maxTriangles"?'],
    [{ kind: 'image', prompt: 'x', constructor: 1 }, 'constructor: unknown key'],
    [
      { kind: 'model', prompt: 'x', outputs: [{ format: 'glb', simplfy: 0.5 }] },
      'assets.a.outputs[0].simplfy: unknown key. Did you mean "simplify"?',
    ],
    [
      { kind: 'model', prompt: 'x', outputs: [{ format: 'glb', textures: { maxsize: 1 } }] },
      'outputs[0].textures.maxsize: unknown key. Did you mean "maxSize"?',
    ],
    [{ kind: 'model', image: { aset: 'concept' } }, 'Did you mean "asset"?'],
    [{ kind: 'image', prompt: 'x', source: './a.png' }, 'expected only one of'],
    [{ kind: 'model' }, 'expected one of "prompt", "image", "uuid", found none'],
    [{ kind: 'model', prompt: 'x', uuid: 'y' }, 'assets.a.uuid: expected only one of'],
    [{ kind: 'model', uuid: 'y', variants: 2 }, 'not together with "uuid"'],
    [{ kind: 'video' }, 'expected one of "prompt", "uuid", found none'],
    [{ kind: 'video', prompt: 'x', uuid: 'y' }, 'assets.a.uuid: expected only one of'],
    [{ kind: 'image', uuid: 'y', source: './a.png' }, 'expected only one of'],
    [{ kind: 'image', uuid: [] }, 'a UUID, or an array of 1 to 4'],
    [{ kind: 'image', uuid: ['a', 'a'] }, 'each UUID once'],
    [{ kind: 'image', uuid: 'a b' }, 'a UUID: letters, digits and dashes'],
    [{ kind: 'image', uuid: ['a', 'b'], pick: 3 }, 'expected at most 2, found 3'],
    [{ kind: 'chibi', images: ['./a.png'], uuid: ['a', 'b'] }, 'for each of "images" (1), found 2'],
    [
      { kind: 'image', prompt: 'x', model: 'a/b', mode: 'auto' },
      'expected a mode such as "text-to-image" or "image-to-image", found "auto"',
    ],
    [{ kind: 'image', prompt: 'x', model: 'a/b', aspectRatio: '0:1' }, 'such as "16:9"'],
    [{ kind: 'chibi', style: 'x', images: [] }, 'at least 1 image'],
    [{ kind: 'chibi', images: ['./a.png'] }, 'expected "style", found none'],
    [{ kind: 'image', prompt: '  ' }, 'expected a string that is not empty, found "  "'],
    [{ kind: 'image', prompt: null }, 'expected a string, found null'],
    [{ kind: 'image', prompt: 'x', resolution: '2K' }, 'only together with "model"'],
    [{ kind: 'image', prompt: 'x', model: 'noslash' }, 'expected provider/name'],
    [{ kind: 'image', prompt: 'x', model: 'a/b', modelKey: 'image-2' }, 'not together with'],
    [{ kind: 'image', prompt: 'x', aspectRatio: '2:1' }, 'expected one of "1:1"'],
    [{ kind: 'image', prompt: 'x', aspectRatio: '2:1' }, 'only together with "model"'],
    [{ kind: 'image', source: './a.svg', extra: {} }, 'extra: not together with "source"'],
    [{ kind: 'video', prompt: 'x', duration: 3 }, 'an integer from 4 to 15, found 3'],
    [{ kind: 'video', prompt: 'x', duration: 4.5 }, 'an integer from 4 to 15, found 4.5'],
    [{ kind: 'image', prompt: 'x', variants: 5 }, 'an integer from 1 to 4, found 5'],
    [{ kind: 'image', prompt: 'x', pick: 2 }, 'expected at most "variants" (1), found 2'],
    [{ kind: 'image', prompt: 'x', revision: -1 }, 'an integer, at least 0, found -1'],
    [{ kind: 'image', prompt: 'x', references: Array(7).fill('./a.png') }, 'at most 6 images'],
    [{ kind: 'image', prompt: 'x', outputs: [] }, 'at least one output'],
    [{ kind: 'image', prompt: 'x', outputs: ['gif'] }, 'expected one of "png", "jpeg"'],
    [{ kind: 'image', prompt: 'x', outputs: [{ width: 1 }] }, 'outputs[0].format: expected'],
    [{ kind: 'model', prompt: 'x', outputs: [{ format: 'usdz', size: 1 }] }, 'at least 2, found 1'],
    [{ kind: 'model', prompt: 'x', outputs: [{ format: 'stl', simplify: 0.5 }] }, 'only for glb'],
    [{ kind: 'model', prompt: 'x', outputs: [{ format: 'glb', simplify: 0 }] }, 'above 0, at most'],
    [{ kind: 'video', prompt: 'x', outputs: [{ format: 'webp' }] }, 'an image of a video is its'],
    [{ kind: 'video', prompt: 'x', outputs: [{ format: 'mp4', fit: 'fill' }] }, 'not for mp4'],
    [{ kind: 'image', prompt: 'x', outputs: [{ format: 'png', suffix: '../x' }] }, 'lower-case'],
    [{ kind: 'image', prompt: 'x', outputs: [{ format: 'png', public: '../x' }] }, 'relative URL'],
    [{ kind: 'image', prompt: 'x', outputs: [{ format: 'png', public: 'a//b' }] }, 'relative URL'],
    [
      { kind: 'image', prompt: 'x', outputs: [{ format: 'png', width: 8, position: 'up' }] },
      'position: expected one of',
    ],
    [
      { kind: 'image', prompt: 'x', outputs: [{ format: 'png', background: '#12' }] },
      'background: expected a CSS colour',
    ],
  ])('tells of %j', (entry, message) => {
    expect(problemOf(entry)).toContain(message);
  });

  it('knows no `kind` in defaults, and none of the keys that say what one asset is made from', () => {
    const entry = { kind: 'model', prompt: 'x' };
    expect(problemOf(entry, { model: { kind: 'model', uuid: 'x' } })).toMatchInlineSnapshot(
      `
      "2 problems
        defaults.model.kind: unknown key. Known here: prompt, quality, faces, pbr, meshOnly, enhanceImage, variants, pick, revision, frozen, expect, outputs
        defaults.model.uuid: unknown key. Known here: prompt, quality, faces, pbr, meshOnly, enhanceImage, variants, pick, revision, frozen, expect, outputs"
    `,
    );
  });

  it.each([
    ['standard', 100_000, 500_000],
    ['high', 500_000, 1_000_000],
    ['extra_high', 500_000, 1_000_000],
  ])('holds faces of quality %s to %d … %d', (quality, min, max) => {
    const of = (faces: number) => problemOf({ kind: 'model', prompt: 'x', quality, faces });
    expect([of(min), of(max)]).toEqual(['no error', 'no error']);
    if (min > 100_000) expect(of(min - 1)).toContain(`for quality "${quality}", found ${min - 1}`);
    else expect(of(min - 1)).toContain('found 99999');
    if (max < 1_000_000) expect(of(max + 1)).toContain(`expected ${min} to ${max} for quality`);
    else expect(of(max + 1)).toContain('found 1000001');
  });
});

describe('paths', () => {
  it.each(['../a.png', 'x/../../a.png', '/etc/passwd', '.', './', 'x/..', 'a\0.png'])(
    'refuses the input %j',
    (source) => {
      expect(problemOf({ kind: 'image', source })).toContain('assets.a.source: expected a path');
    },
  );

  it.each(['..a.png', './.hidden/a.png', 'a/../b.png'])('takes the input %j', (source) => {
    expect(problemOf({ kind: 'image', source })).toBe('no error');
  });
});

describe('the graph', () => {
  const manifest = (assets: Record<string, unknown>) => errorOf(JSON.stringify({ assets }));
  const image = (...references: unknown[]) => ({ kind: 'image', prompt: 'x', references });

  it('tells of an input that no asset makes, with the nearest', () => {
    expect(problemOf({ kind: 'model', image: { asset: 'concpet' } })).toBe(
      'assets.a: no asset "concpet". Did you mean "concept"?',
    );
  });

  it('tells of an input that is no image', () => {
    expect(problemOf({ kind: 'model', image: { asset: 'film' } })).toBe(
      'assets.a: expected an image asset, found "film", a video',
    );
  });

  it('says nothing of a missing input whose entry is wrong itself', () => {
    const error = manifest({ a: { kind: 'model', image: { asset: 'b' } }, b: { kind: 'image' } });
    expect(error).not.toContain('no asset');
  });

  it('reports cycles, also of an asset that depends on itself', () => {
    expect(manifest({ a: image({ asset: 'a' }) })).toContain('a dependency cycle: a → a');
    const three = {
      a: image({ asset: 'b' }),
      b: image({ asset: 'c' }),
      c: image({ asset: 'b' }),
    };
    expect(manifest(three)).toContain('a dependency cycle: b → c → b');
  });

  it('takes a diamond, and a chain of 100', () => {
    const diamond = {
      a: image({ asset: 'b' }, { asset: 'c' }),
      b: image({ asset: 'd' }),
      c: image({ asset: 'd' }),
      d: image(),
    };
    expect(manifest(diamond)).toBe('no error');
    const chain = (length: number) =>
      Object.fromEntries(
        Array.from({ length }, (_, i) => [
          `a${i}`,
          i === 0 ? image() : image({ asset: `a${i - 1}` }),
        ]),
      );
    expect(manifest(chain(100))).toBe('no error');
    expect(manifest(chain(101))).toContain(
      'expected at most 100 assets in a chain of dependencies',
    );
    expect(manifest(chain(3000))).toContain('expected at most 100 assets');
  });
});

describe('names', () => {
  it.each([
    '',
    '/',
    '../x',
    'a/../../b',
    'a//b',
    './a',
    '/a',
    'A',
    'a b',
    'é',
    '.hidden',
    'a.',
    'con',
    'props/nul.x',
    'com1',
    'a\\b',
    'x'.repeat(201),
  ])('refuses %j', (name) => {
    const text = JSON.stringify({ assets: { [name]: { kind: 'image', prompt: 'x' } } });
    expect(errorOf(text)).toContain('the name: ');
  });

  it.each(['a', '0', '_', '-', '__proto__', 'constructor', 'props/dragon.v2', 'console'])(
    'takes %j',
    (name) => {
      const text = `{"assets":{${JSON.stringify(name)}:{"kind":"image","prompt":"x"}}}`;
      expect(errorOf(text)).toBe('no error');
    },
  );

  it('tells of two outputs of one name, and of names that cannot both exist', () => {
    const image = (...outputs: unknown[]) => ({ kind: 'image', prompt: 'x', outputs });
    const text = JSON.stringify(
      {
        assets: {
          twice: image('webp', { format: 'webp', quality: 5 }),
          hero: image('webp', { format: 'png', public: 'hero' }),
          'hero.webp': image('png', { format: 'webp', public: 'Hero' }),
          'hero.png/x': image({ format: 'png', public: 'hero/x.png' }),
        },
      },
      null,
      1,
    );
    expect(errorOf(text)).toMatchInlineSnapshot(`
      "5 problems
        assets.gen.json:8:5 assets.twice.outputs[1]: a second output of the name "twice.webp". Give one of them a "suffix".
        assets.gen.json:14:3 assets.hero: the output "hero.webp" collides with asset "hero.webp"
        assets.gen.json:25:3 assets.hero.webp: "public": "Hero" is taken by "hero.png" already
        assets.gen.json:36:3 assets.hero.png/x: the output "hero.png/x.png" collides with the file "hero.png" of "hero"
        assets.gen.json:36:3 assets.hero.png/x: "public": "hero/x.png" needs a folder "hero", which is the file of "hero.png""
    `);
  });

  it('names figures by their files, and refuses what makes no name', () => {
    const team = (...images: string[]) => problemOf({ kind: 'chibi', style: 'x', images });
    expect(team('./Ann B.png', 'x/bob.v2.JPG')).toBe('no error');
    expect(team('./ann.png', './x/Ann.jpg')).toContain(
      'an earlier image already gives the figure "ann"',
    );
    expect(team('./日本.png')).toContain('cannot name the figure: empty');
    expect(team('./con.png')).toContain('"con" is a device name');
    expect(team(`./${'x'.repeat(250)}.png`)).toContain('cannot name the figure');
  });

  it('keeps file names within what file systems take', () => {
    const name = `props/${'x'.repeat(190)}`;
    const entry = {
      kind: 'image',
      prompt: 'x',
      outputs: [{ format: 'webp', suffix: 'thumbnail' }],
    };
    expect(errorOf(JSON.stringify({ assets: { [name]: entry } }))).toContain(
      'expected a file name of at most 200 characters, found 205',
    );
  });
});
