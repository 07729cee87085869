import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { detectPackageManager, firstSteps, pageOf, runLine, serviceConfig } from 'create-assetgen';
import { readPackageFile } from './add-packages.ts';
import type { Choices } from './choices.ts';
import { listed } from './listed.ts';
import type { SetUp } from './set-up-build.ts';
import { pluginLines } from './targets.ts';
import type { WrittenPlugin } from './write-plugin.ts';
import { link } from '../render/link.ts';

/** What became of the build's config, as lines. */
export function toldSetUp(
  { plugins, packages, service }: SetUp,
  { target, service: choice }: Choices,
): string[] {
  const lines: string[] = [];
  const out = (line: string): void => void lines.push(line);
  const files = (type: WrittenPlugin['type']): string[] =>
    plugins.flatMap((each) => (each.type === type && each.file !== null ? [each.file] : []));
  const told = (type: WrittenPlugin['type'], line: (names: string) => string): void => {
    if (files(type).length > 0) out(line(listed(files(type))));
  };
  told('edited', (names) => `Added the plugin to ${names}.`);
  told('created', (names) => `Wrote ${names} with the plugin.`);
  for (const file of files('there')) out(`${file} already has the plugin.`);
  for (const isCommonJs of [false, true]) {
    const left = plugins.filter((each) => each.type === 'unsure' && each.isCommonJs === isCommonJs);
    if (target === null || left.length === 0) continue;
    const names = left.map(({ file }) => file ?? `the config of ${target.label}`);
    out(`Add the plugin to ${listed(names)}:`);
    for (const line of pluginLines(target, isCommonJs)) out(`  ${line}`);
  }
  if (packages.length > 0) out(`Added ${listed(packages)} to package.json.`);
  if (service?.isWritten === true) {
    out(
      choice.type === 'local'
        ? `${service.file}: the embedded service generates, free and offline.`
        : `${service.file} names the service.`,
    );
  } else if (service !== null) {
    const [[key, value] = ['', '']] = Object.entries(serviceConfig(choice));
    out(`${service.file} was not changed. To change the service, write ${key}: '${value}' there.`);
  }
  return lines;
}

/** What is left to do, with the page to open last. */
export async function nextSteps(
  root: string,
  { target, service }: Choices,
  { plugins }: SetUp,
  needsInstall: boolean,
): Promise<string[]> {
  const file = await readPackageFile(root);
  const config = plugins.find((each) => each.file !== null)?.file;
  const text =
    config == null ? '' : await readFile(path.join(root, config), 'utf8').catch(() => '');
  const page = target === null ? null : pageOf(file?.json ?? {}, text);
  const manager = detectPackageManager(root);
  const commands = [
    ...firstSteps(path.relative(process.cwd(), root), needsInstall ? manager : null, service),
    // The packages of an app without a package.json are those of a folder above, as in Nx.
    ...(file === null && target !== null
      ? [`${manager} ${manager === 'npm' ? 'install' : 'add'} -D assetgen ${target.package}`]
      : []),
    ...(page === null
      ? ['npx assetgen plan', 'npx assetgen build']
      : [runLine(manager, page.script)]),
  ];
  const open =
    page?.gallery == null
      ? 'Then see all assets: npx assetgen ui --open'
      : `Then open ${link(page.gallery, page.gallery)} to see all assets.`;
  return ['', 'Next:', ...commands.map((each) => `  ${each}`), open];
}
