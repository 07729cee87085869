import type { Command } from '../command.ts';
import type { ExitCode } from '../exit-codes.ts';
import { EXIT, exitCodeOf } from '../exit-codes.ts';
import type { Finding } from '../doctor/finding.ts';
import { checkMachine } from '../doctor/machine.ts';
import { checkPeers } from '../doctor/peers.ts';
import { checkProjectFiles } from '../doctor/project-files.ts';
import { checkShared } from '../doctor/shared-cache.ts';
import { checkService } from '../doctor/service.ts';
import { openQuietly } from '../open.ts';
import { plural } from '../render/numbers.ts';
import { paint } from '../render/style.ts';
import { columnsOf, wrapText } from '../render/wrap.ts';

const MARKS = { ok: ['green', '✓'], warn: ['yellow', '!'], fail: ['red', '✗'] } as const;

export const doctor: Command = {
  summary: 'Diagnose this set-up: Node, key, service, clock, cache, shared cache, disk, bundlers',
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
      for (const [index, { level, name, found, hint }] of findings.entries()) {
        const indent = ' '.repeat(width + 4);
        const told = (text: string): string =>
          wrapText(text, columnsOf(process.stdout) - indent.length).join(`\n${indent}`);
        context.out(`${mark(level)} ${name.padEnd(width)}  ${told(found)}`);
        // A hint for several findings is below the last of them.
        const shared = findings[index + 1]?.name === name && findings[index + 1]?.hint === hint;
        if (hint !== null && !shared) context.out(`${indent}${told(`→ ${hint}`)}`);
      }
      context.out(sumUp(findings));
    }
    return ok ? EXIT.done : exitOf(findings);
  },
};

/** Of the errors among what failed; 1 where they are none. */
function exitOf(findings: readonly Finding[]): ExitCode {
  const exit = exitCodeOf(findings.flatMap(({ code }) => code ?? []));
  return exit === EXIT.done ? EXIT.failed : exit;
}

function mark(level: Finding['level']): string {
  const [colour, sign] = MARKS[level];
  return paint(colour, sign, process.stdout);
}

/** `1 failure, 2 warnings. …` */
function sumUp(findings: readonly Finding[]): string {
  const count = (level: Finding['level']): number =>
    findings.filter((each) => each.level === level).length;
  const [failures, warnings] = [count('fail'), count('warn')];
  if (failures + warnings === 0) return 'Nothing is wrong.';
  const told = [
    ...(failures > 0 ? [plural(failures, 'failure')] : []),
    ...(warnings > 0 ? [plural(warnings, 'warning')] : []),
  ];
  return `${told.join(', ')}. Lines with → show the fix.`;
}
