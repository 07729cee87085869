// npm run layers [-- --check]: what each package may import, from test/repository/direction/layers.json into
// the rules of the linter and the table of CONTRIBUTING.md, and the order of core's folders into a line of that page.
// With --check nothing is written, and a stale file is an error.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formatText } from './format-text.mjs';

/** Packages of ours without our scope, as `npm create` asks for a name of its own. */
const UNSCOPED = ['assetgen', 'create-assetgen'];

const check = process.argv.includes('--check');
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const { packages, folders, joints, more, light } = JSON.parse(
  readFileSync(at('test/repository/direction/layers.json'), 'utf8'),
);

await write('.oxlintrc.json', (text) => {
  const config = JSON.parse(text);
  const others = config.overrides.filter(
    ({ rules }) => !Array.isArray(rules['no-restricted-imports']),
  );
  // The last override of a rule wins: that of the tests, which may import anything, stays last.
  const overrides = [...Object.keys(packages).map(layer), ...others];
  return JSON.stringify({ ...config, overrides }, null, 2);
});
await write('CONTRIBUTING.md', (text) => {
  const order = [...folders, ...joints].join(' → ');
  const line = /^`[a-z]+(?: → [a-z]+)+`/m;
  if (!line.test(text)) throw new Error('CONTRIBUTING.md has no line of the folders of core');
  const told = text.replace(line, `\`${order}\``);
  return told.replaceAll(/^\| (`(?:packages\/|src`).*) \|$/gm, (_row, cells) => {
    const [folder, what] = cells.split('|').map((cell) => cell.trim());
    const [name = 'assetgen'] = [...folder.matchAll(/packages\/([\w-]+)/g)].map(([, each]) => each);
    return `| ${folder} | ${what} | ${packages[name].join(', ') || '–'} |`;
  });
});

/** What the linter holds a package to. */
function layer(name) {
  const files = [folderOf(name), ...(more[name] ?? [])];
  const own = packages[name];
  const allowed = own
    .filter((each) => !UNSCOPED.includes(each))
    .map((each) => `!@assetgen/${each}`);
  const ours = ['@assetgen/*', ...allowed, ...UNSCOPED.filter((each) => !own.includes(each))];
  const what = own.length === 0 ? 'nothing of ours' : own.join(', ');
  const rule = { patterns: [{ group: ours, message: `${name} imports ${what}.` }] };
  if (light.in.includes(name)) {
    rule.paths = Object.entries(light.take).map(([from, importNames]) => ({
      name: light.heavy,
      importNames,
      message: `Take it from ${from}: ${light.why}`,
    }));
  }
  return { files, rules: { 'no-restricted-imports': ['error', rule] } };
}

function folderOf(name) {
  return name === 'assetgen' ? 'src/**' : `packages/${name}/src/**`;
}

async function write(path, change) {
  const file = at(path);
  const text = readFileSync(file, 'utf8');
  const next = await formatText(path, change(text));
  if (next === text) return;
  if (!check) writeFileSync(file, next);
  else {
    console.error(`${path} says other layers than layers.json: npm run layers`);
    process.exitCode = 1;
  }
}
