import { join } from 'node:path';
import { REPOSITORY } from './app.ts';
import { cleanEnv } from './env.ts';
import { runNode } from './run-node.ts';

const COMPILER = join(REPOSITORY, 'node_modules/typescript-7/bin/tsc');

/** What the compiler has against a file. */
export interface TypeProblem {
  /** From the folder that was checked; empty where it is about none. */
  readonly file: string;
  /** From 1; 0 where it is about no file. */
  readonly line: number;
  readonly code: number;
  readonly message: string;
}

/** `tsc -p PROJECT`, the latest TypeScript. @param project a `tsconfig.json`, or the folder that has one, in `root` */
export async function typeCheck(root: string, project = '.'): Promise<readonly TypeProblem[]> {
  const args = [COMPILER, '-p', project, '--noEmit', '--pretty', 'false'];
  const { code, stdout, stderr } = await runNode(args, { cwd: root, env: cleanEnv() });
  // Further lines of a message are indented.
  const problems = stdout.split(/\n(?! )/).flatMap((text) => {
    const found = /^(?:(.+)\((\d+),\d+\): )?error TS(\d+): ([^]*)$/.exec(text.trimEnd());
    if (found === null) return [];
    const [, file = '', line = '0', number = '', message = ''] = found;
    return [{ file, line: Number(line), code: Number(number), message }];
  });
  if ((code === 0) !== (problems.length === 0)) throw new Error(`tsc: ${stdout}${stderr}`);
  return problems;
}
