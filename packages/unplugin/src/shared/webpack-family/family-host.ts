import type { ProgressOutput } from '../create-progress.ts';
import type { DevProject } from '../dev-project.ts';

/**
 * A framework that builds one project with several compilers. It has opened the project for all of them, and tells
 * of it once: what was made, what it cost, that drafts are shipped.
 */
export interface FamilyHost {
  /** The project of its dev server; null in a build. */
  readonly dev: DevProject | null;
  /** Where compilers tell what else there is. */
  readonly output: ProgressOutput;
}
