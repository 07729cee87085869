// docs/reference/manifest.md: every key of the manifest, from the JSON Schema that editors read.
import { ASSET_EXAMPLES, EXPECT_EXAMPLES, OUTPUT_EXAMPLES } from './manifest-examples.mjs';

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
    `| top-level key | type | means |`,
    '| --- | --- | --- |',
    ...rows(schema.properties, schema.required),
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
const isEntry = (examples) => examples === EXPECT_EXAMPLES || 'kind' in examples;

/** An entry of an asset without its braces; an output, or a format, as it stands in the array. */
function exampleText(example, isPart) {
  const text = printJson(example);
  return `\`${cell(isPart ? text.slice(2, -2) : text)}\``;
}

/** JSON on one line with blanks, as a person writes it. */
function printJson(value) {
  if (Array.isArray(value)) return `[${value.map(printJson).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, each]) => `${JSON.stringify(key)}: ${printJson(each)}`)
    .join(', ')} }`;
}

function rows(properties, required = [], last = () => '') {
  return Object.entries(properties).flatMap(([name, property]) => {
    const mark = required.includes(name) ? ' (required)' : '';
    const means = property.description ?? (name === 'kind' ? 'Kind of asset.' : '');
    const row = `| \`${name}\`${mark} | ${type(property)} | ${cell(means)} |${last(name)}`;
    const inner = property.properties;
    // One level deep: an object with few keys is told in place.
    if (inner === undefined || name === 'expect' || name === 'defaults') return [row];
    const nested = Object.entries(inner).map(
      ([key, value]) =>
        `| \`${name}.${key}\` | ${type(value)} | ${cell(value.description ?? '')} |${last(`${name}.${key}`)}`,
    );
    return [row, ...nested];
  });
}

function type(property) {
  if (property.const !== undefined) return `\`${JSON.stringify(property.const)}\``;
  if (property.enum !== undefined) return choices(property.enum);
  if (property.anyOf !== undefined) return property.anyOf.map(type).join(' or ');
  if (property.type === 'array') return arrayType(property);
  if (property.type === 'integer' || property.type === 'number') return number(property);
  if (property.type === 'object') return objectType(property);
  if (property.pattern === undefined) return property.type ?? 'any';
  return `${property.type}${PATTERNS[property.pattern] ?? ''}`;
}

/** What the patterns of the schema say, for people. */
const PATTERNS = {
  '^[1-9]\\d{0,4}:[1-9]\\d{0,4}$': ', as `"16:9"`',
  '^(?:box|sphere|capsule|hull|hulls:(?:[2-9]|[1-5]\\d|6[0-4]))$':
    ': `"box"`, `"sphere"`, `"capsule"`, `"hull"`, or `"hulls:2"` to `"hulls:64"`',
};

/** Of as many as there are items, or of one kind. */
function arrayType(property) {
  if (!Array.isArray(property.items)) return `array${count(property)} of ${type(property.items)}`;
  const [first] = property.items;
  return `array of ${property.items.length}: each ${type(first)}`;
}

/** An object of one key is shown with it; others are told in rows of their own, or are free. */
function objectType({ properties = {} }) {
  const keys = Object.entries(properties);
  if (keys.length !== 1) return 'object';
  const [[key, value]] = keys;
  return `\`{ "${key}": ${key === 'asset' ? 'NAME' : '…'} }\`${key === 'asset' ? '' : ` (${type(value)})`}`;
}

/** All of them: a list that ends with "and so on" helps nobody who looks one up. */
function choices(values) {
  return values.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
}

function number({ type: kind, minimum, maximum, exclusiveMinimum }) {
  const low = minimum ?? exclusiveMinimum;
  const above = minimum === undefined && exclusiveMinimum !== undefined ? 'above ' : '';
  if (low !== undefined && maximum !== undefined) {
    return above === '' ? `${kind}, ${low} to ${maximum}` : `${kind} above ${low}, to ${maximum}`;
  }
  if (low !== undefined) return `${kind}, ${above === '' ? 'at least ' : above}${low}`;
  return maximum === undefined ? kind : `${kind}, at most ${maximum}`;
}

function count({ minItems = 0, maxItems = Number.MAX_SAFE_INTEGER }) {
  const open = maxItems === Number.MAX_SAFE_INTEGER;
  if (minItems === 0) return open ? '' : ` (at most ${maxItems})`;
  return open ? ` (at least ${minItems})` : ` (${minItems} to ${maxItems})`;
}

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
