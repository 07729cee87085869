import type { Command } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import type { Finding } from '../doctor/finding.ts';
import { checkMachine } from '../doctor/machine.ts';
import { checkPeers } from '../doctor/peers.ts';
import { checkProjectFiles } from '../doctor/project-files.ts';
import { checkShared } from '../doctor/shared-cache.ts';
import { checkService } from '../doctor/service.ts';
import { openQuietly } from '../open.ts';
import { paint } from '../render/style.ts';

const MARKS = { ok: paint('green', '✓'), warn: paint('yellow', '!'), fail: paint('red', '✗') };

export const doctor: Command = {
  summary:
    'Say what is wrong with this set-up: Node, key, service, clock, cache, shared cache, disk, bundlers',
  usage: '',
  positionals: [0, 0],
  options: {},
  examples: ['assetgen doctor', 'assetgen doctor --json'],
  async run(context) {
    const findings: Finding[] = await openQuietly(context, async (project) => [
      ...(await checkMachine(project)),
      ...(await checkProjectFiles(project)),
      ...(await checkService(project, context.signal)),
      ...(await checkShared(project)),
      ...(await checkPeers(context.root)),
    ]);
    const ok = findings.every((each) => each.level !== 'fail');
    if (context.json) context.out(JSON.stringify({ ok, checks: findings }));
    else {
      const width = Math.max(...findings.map((each) => each.name.length));
      for (const { level, name, found, hint } of findings) {
        context.out(`${MARKS[level]} ${name.padEnd(width)}  ${found}`);
        if (hint !== null) context.out(`  ${' '.repeat(width)}  → ${hint}`);
      }
    }
    return ok ? EXIT.done : EXIT.failed;
  },
};
