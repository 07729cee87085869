// docs/reference/manifest.md: every key of the manifest, from the JSON Schema that editors read.
import { cell, entryText, printJson, typeOf } from './schema-text.mjs';
import {
  ASSET_EXAMPLES,
  EXPECT_EXAMPLES,
  OUTPUT_EXAMPLES,
  TOP_EXAMPLES,
} from './manifest-examples.mjs';

const KIND_INTRO = {
  model:
    'A 3D model: from words (`prompt`), from an image (`image`), or made elsewhere (`uuid`); exactly one of the three.',
  image:
    'An image: from words (`prompt`), or a local file that is only converted (`source`). With `model` it is made by group V1, else by group LEGACY.',
  video: 'A video: from words (`prompt`), with or without references.',
  chibi: 'Rounded figures, one for each input image; the files are named after the images.',
};

/** The page as Markdown. `schema` is packages/core/assets.gen.schema.json. */
export function manifestPage(schema) {
  const kinds = schema.properties.assets.additionalProperties.oneOf;
  const first = kinds[0].properties;
  return [
    '# The manifest, key by key',
    '',
    '`npm run docs` writes this page from the schema of the parser. Editors read the same schema through',
    '`"$schema": "./node_modules/assetgen/assets.gen.schema.json"`. An unknown key is an error that names the',
    'nearest known key. Comments and trailing commas are allowed.',
    '',
    '```jsonc',
    '{',
    '  "$schema": "./node_modules/assetgen/assets.gen.schema.json",',
    '  "defaults": { "image": { "aspectRatio": "16:9" } }, // for every asset of a kind',
    '  "assets": {',
    '    // a path of [a-z0-9._-] segments, unique without regard to case',
    '    "props/dragon": { "kind": "model", "prompt": "a small red dragon" },',
    '  },',
    '}',
    '```',
    '',
    ...table(schema.properties, schema.required, TOP_EXAMPLES),
    '',
    '`defaults` takes the keys of each kind, except those for the content of one asset, such as `prompt`. A',
    'relative path starts at the folder of its manifest and must stay inside the root of the project.',
    '',
    ...kinds.flatMap((kind) => kindSection(kind)),
    '## `expect`',
    '',
    'Limits for each result. A result outside them is kept and reported, and is not bought again.',
    '',
    ...table(first.expect.properties, [], EXPECT_EXAMPLES),
    '',
  ].join('\n');
}

function kindSection(kind) {
  const name = kind.properties.kind.const;
  const output = kind.properties.outputs.items.anyOf.find((each) => each.type === 'object');
  return [
    `## Kind \`${name}\``,
    '',
    KIND_INTRO[name],
    '',
    ...table(kind.properties, ['kind'], ASSET_EXAMPLES[name]),
    '',
    `### An output of ${name === 'image' ? 'an' : 'a'} ${name}`,
    '',
    'A format alone (`"' + output.properties.format.enum[0] + '"`), or an object:',
    '',
    ...table(output.properties, output.required, OUTPUT_EXAMPLES[name]),
    '',
  ];
}

/** A table of keys with an example each; a key without one is a mistake. */
function table(properties, required, examples) {
  return [
    '| key | type | means | example |',
    '| --- | --- | --- | --- |',
    ...rows(properties, required, (key) => {
      const example = examples[key];
      if (example === undefined) throw new Error(`manifest-examples.mjs has none for "${key}"`);
      return ` ${exampleText(example, isEntry(examples))} |`;
    }),
  ];
}

/** Entries of an asset and limits are shown as entries; outputs stand in an array. */
const isEntry = (examples) =>
  examples === EXPECT_EXAMPLES || examples === TOP_EXAMPLES || 'kind' in examples;

/** An entry of an asset without its braces; an output, or a format, as it stands in the array. */
function exampleText(example, isPart) {
  return `\`${isPart ? entryText(example) : cell(printJson(example))}\``;
}

function rows(properties, required = [], last = () => '') {
  return Object.entries(properties).flatMap(([name, property]) => {
    const mark = required.includes(name) ? ' (required)' : '';
    const means = property.description ?? (name === 'kind' ? 'Kind of asset.' : '');
    const row = `| \`${name}\`${mark} | ${typeOf(property)} | ${cell(means)} |${last(name)}`;
    const inner = property.properties;
    // One level deep: an object with few keys is told in place.
    if (inner === undefined || name === 'expect' || name === 'defaults') return [row];
    const nested = Object.entries(inner).map(
      ([key, value]) =>
        `| \`${name}.${key}\` | ${typeOf(value)} | ${cell(value.description ?? '')} |${last(`${name}.${key}`)}`,
    );
    return [row, ...nested];
  });
}
