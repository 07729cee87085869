// npm run api [-- --check]: the public surface of each package in api/*.api.md, so that a change of it
// is seen in review. With --check nothing is written, and a changed surface is an error.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CompilerState, Extractor, ExtractorConfig } from '@microsoft/api-extractor';

const root = fileURLToPath(new URL('..', import.meta.url));
const check = process.argv.includes('--check');
const reports = join(root, 'api');
const temporary = mkdtempSync(join(tmpdir(), 'assetgen-api-'));
const COMPILER = {
  target: 'ES2023',
  lib: ['ES2023', 'DOM'],
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  strict: true,
  skipLibCheck: true,
  types: ['node'],
};
const QUIET = { default: { logLevel: 'none' } };

const folders = [
  root,
  ...readdirSync(join(root, 'packages')).map((name) => `${root}packages/${name}`),
];
mkdirSync(reports, { recursive: true });

const configs = folders.flatMap((folder) => {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return Object.entries(manifest.exports).flatMap(([entry, target]) => {
    if (target.types === undefined) return [];
    const name = [manifest.name.replace('@assetgen/', ''), ...entry.split('/').slice(1)].join('-');
    return [{ name, config: configOf(folder, join(folder, target.types), name) }];
  });
});
// One program for all entries: each by itself would read TypeScript's own declarations again.
const compilerState = CompilerState.create(configs[0].config, {
  additionalEntryPoints: configs.map(({ config }) => config.mainEntryPointFilePath),
});
for (const { name, config } of configs) report(name, config);
rmSync(temporary, { recursive: true, force: true });

function configOf(folder, types, name) {
  return ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: types,
      newlineKind: 'lf',
      compiler: { overrideTsconfig: { compilerOptions: COMPILER } },
      apiReport: {
        enabled: true,
        reportFolder: reports,
        reportTempFolder: temporary,
        reportFileName: `${name}.api.md`,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: QUIET,
        extractorMessageReporting: QUIET,
        tsdocMessageReporting: QUIET,
      },
    },
  });
}

function report(name, config) {
  const quiet = (message) => {
    message.handled = true;
  };
  const { apiReportChanged } = Extractor.invoke(config, {
    compilerState,
    localBuild: !check,
    messageCallback: quiet,
  });
  if (!apiReportChanged) return;
  if (!check) console.log(`wrote api/${name}.api.md`);
  else {
    console.error(
      `The public surface of ${name} changed: npm run build && npm run api, and say why`,
    );
    process.exitCode = 1;
  }
}
