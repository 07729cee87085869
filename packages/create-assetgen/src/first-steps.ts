import type { PackageManager } from './package-manager.ts';
import { serviceSteps, type ServiceChoice } from './service-choice.ts';

/**
 * The commands that are left to run before those of the project itself.
 *
 * @param folder of the project, relative to the current one; empty: the current one
 * @param install what its packages are installed with; null: they are there
 */
export function firstSteps(
  folder: string,
  install: PackageManager | null,
  service: ServiceChoice,
): readonly string[] {
  return [
    ...(folder === '' ? [] : [`cd ${/\s/.test(folder) ? JSON.stringify(folder) : folder}`]),
    ...(install === null ? [] : [`${install} install`]),
    ...serviceSteps(service),
  ];
}
