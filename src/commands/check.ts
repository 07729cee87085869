import type { Command } from '../command.ts';
import { exitCodeOf } from '../exit-codes.ts';
import { withProject } from '../open.ts';
import { plural } from '../render/numbers.ts';
import { printErrors } from '../render/errors.ts';

export const check: Command = {
  summary: 'Check that manifests, lock, types and outputs agree; no network, no writes',
  usage: '',
  positionals: [0, 0],
  options: {
    approved: {
      type: 'boolean',
      help: 'Fail also for assets that nobody approved as they are (`assetgen review`)',
    },
  },
  examples: ['assetgen check', 'assetgen check --json'],
  async run(context) {
    const { problems, assets, drift, remade } = await withProject(
      context,
      {},
      () => undefined,
      (project) => project.check({ approved: context.options['approved'] === true }),
    );
    if (context.json) {
      const errors = problems.map(({ code, asset, message, hint }) => ({
        code,
        asset,
        message,
        hint,
      }));
      context.out(JSON.stringify({ ok: problems.length === 0, assets, errors, drift, remade }));
    } else {
      for (const text of printErrors(problems, context.verbose)) context.err(text);
      for (const name of drift) {
        context.err(`${name}: its recipe changed, but it is frozen: the locked result stays`);
      }
      for (const name of remade) {
        context.err(`${name}: made again here, with other bytes than the lock records`);
      }
      if (problems.length === 0)
        context.out(`${plural(assets, 'asset')}: manifests, lock, types and outputs agree.`);
    }
    return exitCodeOf(problems.map((problem) => problem.code));
  },
};
