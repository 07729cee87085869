/** test/deviations/README.md: the deviations of the local service, and what a build makes of each. */
export function deviationsPage(groups, outcomes) {
  const count = Object.values(groups).flat().length;
  return [
    '# A service that deviates',
    '',
    'Written by `npm run docs` from the table that the tests run. Services do not always answer as the',
    `interface specification says. Here are ${count} ways in which one may answer otherwise. Each is played to`,
    'the client and to a build, twice, over a real socket; the second build has the cache, the journal and',
    'the lock of the first. In none of them is anything paid twice, or paid and lost',
    '(the tests beside this page).',
    '',
    'The local service plays each by its name, so that you can try your own set-up:',
    '',
    '<!-- docs: skip: it serves until Ctrl-C -->',
    '',
    '```sh',
    'assetgen serve --deviate answers-in-gzip --deviate result-failed-at-first',
    '```',
    '',
    '`assetgen serve --deviate list` shows the names, with `--json` as JSON. In code:',
    '',
    '```ts',
    "import { createService } from '@assetgen/service';",
    "import { DEVIATIONS } from '@assetgen/service/deviations';",
    '',
    "const deviations = DEVIATIONS.filter(({ name }) => name === 'answers-in-gzip');",
    'const service = createService({ deviations });',
    '```',
    '',
    'A row of your own has the same form: `name`, `what`, `of` (operations, or `download`), `rewrite`',
    'and `outcome`. What comes of each:',
    '',
    '| outcome | means |',
    '| --- | --- |',
    ...Object.entries(outcomes).map(([name, words]) => `| ${name} | ${cell(words)} |`),
    '',
    ...Object.entries(groups).flatMap(([title, rows]) => [
      `## ${title}`,
      '',
      '| name | the service | outcome |',
      '| --- | --- | --- |',
      ...rows.map(({ name, what, outcome }) => `| \`${name}\` | ${cell(what)} | ${outcome} |`),
      '',
    ]),
  ].join('\n');
}

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
