// The table of options in docs/reference/config.md, from the JSON Schema that editors read.
import { CONFIG_EXAMPLES } from './config-examples.mjs';
import { cell, entryText, typeOf } from './schema-text.mjs';

const BEGIN = '<!-- Options: written by `npm run docs`. -->';
const END = '<!-- End of the options. -->';

/** The page with its table; the rest stays. `schema` is packages/core/assetgen.config.schema.json. */
export function configPage(page, schema) {
  const [before, rest] = page.split(BEGIN);
  return `${before}${BEGIN}\n\n${table(schema).join('\n')}\n\n${rest.slice(rest.indexOf(END))}`;
}

/** A row for each key; a key without an example is a mistake. */
function table(schema) {
  return [
    '| option | type | means | example |',
    '| --- | --- | --- | --- |',
    ...configKeys(schema).map(({ key, property, isRequired }) => {
      const example = CONFIG_EXAMPLES[key];
      if (example === undefined) throw new Error(`config-examples.mjs has none for "${key}"`);
      const mark = isRequired ? ' (required)' : '';
      const means = cell(property.description ?? '');
      return `| \`${key}\`${mark} | ${typeOf(property)} | ${means} | \`${entryText(example)}\` |`;
    }),
  ];
}

/** Every key in its order, with the keys of objects below it: `cache.remote.url`. */
function configKeys(schema, prefix = '') {
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    const key = `${prefix}${name}`;
    const inner = objectsOf(property)[0];
    return [
      { key, property, isRequired: schema.required?.includes(name) ?? false },
      ...(inner === undefined ? [] : configKeys(inner, `${key}.`)),
    ];
  });
}

/** The objects that a value may be, or may hold. */
function objectsOf(property) {
  if (property.properties !== undefined) return [property];
  return [
    ...(property.anyOf ?? []),
    ...(property.items === undefined ? [] : [property.items]),
  ].flatMap(objectsOf);
}
