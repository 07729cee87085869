// docs/reference/manifest.md: every key of the manifest, from the JSON Schema that editors read.

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
    'Written by `npm run docs` from the schema that the parser uses; editors read the same schema',
    'through `"$schema": "./node_modules/assetgen/assets.gen.schema.json"`. An unknown key is an',
    'error, and the nearest known one is named. Comments and trailing commas are allowed.',
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
    '`defaults` takes the keys of each kind but those that say what one asset is made from. A relative',
    'path is relative to the folder of its manifest and stays inside the root of the project.',
    '',
    ...kinds.flatMap((kind) => kindSection(kind)),
    '## `expect`',
    '',
    'Limits that each result has to meet. One that does not is kept and told, and is not bought again.',
    '',
    '| key | type | means |',
    '| --- | --- | --- |',
    ...rows(first.expect.properties),
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
    '| key | type | means |',
    '| --- | --- | --- |',
    ...rows(kind.properties, ['kind']),
    '',
    `### An output of a ${name}`,
    '',
    'A format alone (`"' + output.properties.format.enum[0] + '"`), or an object:',
    '',
    '| key | type | means |',
    '| --- | --- | --- |',
    ...rows(output.properties, output.required),
    '',
  ];
}

function rows(properties, required = []) {
  return Object.entries(properties).flatMap(([name, property]) => {
    const mark = required.includes(name) ? ' (required)' : '';
    const means = property.description ?? (name === 'kind' ? 'What kind of asset this is.' : '');
    const row = `| \`${name}\`${mark} | ${type(property)} | ${cell(means)} |`;
    const inner = property.properties;
    // One level deep: an object with few keys is told in place.
    if (inner === undefined || name === 'expect' || name === 'defaults') return [row];
    const nested = Object.entries(inner).map(
      ([key, value]) =>
        `| \`${name}.${key}\` | ${type(value)} | ${cell(value.description ?? '')} |`,
    );
    return [row, ...nested];
  });
}

function type(property) {
  if (property.const !== undefined) return `\`${JSON.stringify(property.const)}\``;
  if (property.enum !== undefined) return choices(property.enum);
  if (property.anyOf !== undefined) return property.anyOf.map(type).join(' or ');
  if (property.type === 'array') return `array${count(property)} of ${type(property.items)}`;
  if (property.type === 'integer' || property.type === 'number') return number(property);
  if (property.type === 'object' && Object.keys(property.properties ?? {}).join() === 'asset') {
    return '`{ "asset": NAME }`';
  }
  return property.type ?? 'any';
}

/** A long list would make the table unreadable: it says the first few. */
function choices(values) {
  const shown = values.length > 8 ? values.slice(0, 5) : values;
  const text = shown.map((value) => `\`"${value}"\``).join(', ');
  return shown.length < values.length ? `${text}, … (${values.length})` : text;
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
