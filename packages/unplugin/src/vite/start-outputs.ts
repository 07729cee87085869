import { failureOf, reportFailure } from '../shared/failure.ts';
import type { PluginProject } from '../shared/plugin-project.ts';

/** Makes the outputs while the server already answers; errors go to the terminal. */
export async function startOutputs(
  { session }: PluginProject,
  tell: (line: string) => void,
): Promise<void> {
  try {
    const failure = reportFailure((await session.ensure()).report);
    if (failure !== null) tell(failure.text);
  } catch (error) {
    tell(failureOf(error).text);
  }
}
