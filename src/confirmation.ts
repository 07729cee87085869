import type { EnsureOptions, Spend } from '@assetgen/core';
import type { CommandContext, Option } from './command.ts';
import { plural } from './render/numbers.ts';
import { columnsOf, wrapText } from './render/wrap.ts';

/** For scripts that run at a terminal. */
export const YES_OPTION: Option = {
  type: 'boolean',
  short: 'y',
  help: 'Do not ask before spending points',
};

const MOST_NAMES = 5;

/**
 * The part of a run's options that asks before points are spent; nothing where nobody is at the terminal, or `--yes`
 * says that nobody wants to be asked.
 *
 * @param subject what spends: `This build`
 */
export function confirmation(
  { ask, options }: CommandContext,
  subject: string,
): Pick<EnsureOptions, 'confirm'> {
  if (ask === null || options['yes'] === true) return {};
  return { confirm: (spend) => ask(spendQuestion(spend, subject)) };
}

/** `This build buys 2 assets (hero, sign) for 40 points; …. Continue? (y/N) `, in lines of the terminal. */
export function spendQuestion(
  { assets, points, planned }: Spend,
  subject: string,
  columns: number = columnsOf(process.stderr),
): string {
  const more = assets.length - MOST_NAMES;
  const names = assets.slice(0, MOST_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
  const what = `${subject} buys ${plural(assets.length, 'asset')} (${names})`;
  const text = `${what} ${priceText(points, planned)}`;
  return [...wrapText(text, columns), 'Continue? (y/N) '].join('\n');
}

function priceText({ min, max }: Spend['points'], planned: number | null): string {
  if (max === null) {
    const least = min === 0 ? '' : `, at least ${plural(min, 'point')}`;
    return `at an unknown price${least}. A price is known once the service has charged it.`;
  }
  const total = min === max ? plural(max, 'point') : `${min} to ${max} points`;
  const before =
    planned === null
      ? 'No plan has shown this price yet.'
      : `The last plan showed ${plural(planned, 'point')}.`;
  return `for ${total}. ${before}`;
}
