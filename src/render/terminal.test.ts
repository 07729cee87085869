import { AssetgenError } from '@assetgen/client/errors';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { virtualTerminal } from '../testing/virtual-terminal.ts';
import type { VirtualTerminal } from '../testing/virtual-terminal.ts';
import { printError } from './error.ts';
import { createProgress } from './progress/create-progress.ts';
import { createScreen } from './screen.ts';
import type { Screen } from './screen.ts';
import { printTable } from './table.ts';

const WIDTHS = [60, 80, 120] as const;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv('TERM', 'xterm');
  vi.stubEnv('NO_COLOR', '1');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

function screenOf({ stream }: VirtualTerminal): Screen {
  return createScreen(stream, (text) => void stream.write(`${text}\n`));
}

/** A build with an asset that is done, one that failed, one that is made and one that waits. */
function playBuild(screen: Screen) {
  const view = createProgress(screen, false);
  const at = (asset: string) => ({ asset, uuid: 'u' });
  view.onEvent({ type: 'planned', assets: 6, pending: 5 });
  view.onEvent({ type: 'balance', points: 1000 });
  for (const asset of [
    'props/crate',
    'hero',
    'levels/forest/background-with-a-long-name',
    'sign',
    'lamp',
  ]) {
    view.onEvent({ type: 'asset-start', asset, action: 'generate' });
    view.onEvent({ type: 'accepted', asset, uuids: ['u'], points: 20, free: false });
  }
  // As long as earlier jobs took: it counts where the service reports no progress.
  view.onEvent({ type: 'expected', ...at('lamp'), totalMs: 75_000, elapsedMs: 0 });
  vi.advanceTimersByTime(32_000);
  view.onEvent({ type: 'asset-done', asset: 'props/crate', bytes: 1_234_567 });
  vi.advanceTimersByTime(2_000);
  const message = 'hero: u failed: the prompt names a person, and this account may not make people';
  view.onEvent({
    type: 'asset-failed',
    asset: 'hero',
    error: new AssetgenError('ASSETGEN_JOB_FAILED', message),
  });
  view.onEvent({
    type: 'progress',
    ...at('levels/forest/background-with-a-long-name'),
    status: 'generating',
    percent: 40,
  });
  view.onEvent({ type: 'waiting', asset: 'sign', ms: 600_000, reason: 'HTTP 429' });
  vi.advanceTimersByTime(1_000);
  return view;
}

describe.each(WIDTHS)('a build at %d columns', (columns) => {
  it('shows facts below each other, and no line is broken by the terminal', () => {
    const terminal = virtualTerminal(columns);
    const view = playBuild(screenOf(terminal));
    const shown = terminal.screen();
    expect(shown).toMatchSnapshot();
    expect(shown).toContain('✗ hero: u failed: the prompt names a person');
    for (const line of shown.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
    view.close();
    expect(terminal.screen()).not.toContain('sign');
  });

  it('leaves nothing behind after Ctrl-C, and the message stays', () => {
    const terminal = virtualTerminal(columns);
    const screen = screenOf(terminal);
    const view = playBuild(screen);
    terminal.type('^C');
    screen.err('Stopping; press Ctrl-C again to end at once.');
    vi.advanceTimersByTime(1_000);
    expect(terminal.screen()).not.toContain('^C');
    expect(terminal.screen().match(/ sign /g)).toHaveLength(1);
    terminal.type('^C');
    screen.clear();
    expect(terminal.screen().split('\n').at(-1)).toBe(
      'Stopping; press Ctrl-C again to end at once.',
    );
    view.close();
  });

  it('has tables that wrap between words', () => {
    const rows = [
      ['props/crate', 'generate', '20', 'not made yet'],
      [
        'hero',
        'generate',
        '5 to 100',
        'the recipe changed: prompt "a knight" became "a knight in armour"',
      ],
      [
        'levels/forest/background',
        'download',
        '',
        'blob missing from the cache, downloads again by UUID',
      ],
    ];
    const lines = printTable(['ASSET', 'ACTION', 'POINTS', 'WHY'], rows, columns);
    expect(lines.join('\n')).toMatchSnapshot();
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
  });

  it('has tables whose long names have a line of their own, and whose paths do not break', () => {
    const name = 'props/a-very-long-name/of-an-asset/in-a-folder';
    const rows = [
      ['hero', 'image', 'ready', 'hero.webp, hero.avif'],
      [name, 'model', 'stale', `${name}.glb`],
      ['props/crate', 'model', 'ready', 'props/crate.glb, props/crate.obj, props/crate.lod1.glb'],
    ];
    const lines = printTable(['ASSET', 'KIND', 'STATE', 'FILES'], rows, columns);
    expect(lines.join('\n')).toMatchSnapshot();
    for (const line of lines) {
      expect(line.length).toBeLessThanOrEqual(columns);
    }
    expect(lines.join('\n')).toContain(`${name}.glb`);
  });

  it('has errors that wrap between words, and commands stay whole', () => {
    const message = 'hero needs 20 points; 12 of the budget of 100 are left';
    const hint =
      'Raise the budget, or build fewer assets: `assetgen build --only hero --budget 120`.';
    const text = printError({ code: 'ASSETGEN_BUDGET', message, hint }, false, null, {}, columns);
    expect(text).toMatchSnapshot();
    expect(text).toContain('`assetgen build --only hero --budget 120`');
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
  });
});

describe('a log', () => {
  /** What a build of so many assets writes without a terminal. */
  function logOf(count: number): string {
    let log = '';
    const stream = { write: (text: string) => (log += text) } as unknown as NodeJS.WriteStream;
    const view = createProgress(
      createScreen(stream, () => undefined),
      false,
    );
    view.onEvent({ type: 'run-start', mode: 'generate' });
    view.onEvent({ type: 'planned', assets: count, pending: count });
    for (let index = 0; index < count; index += 1) {
      const asset = `levels/forest/props/crate-${index}`;
      const of = { asset, uuids: ['u'], points: 20, free: false } as const;
      view.onEvent({ type: 'asset-start', asset, action: 'generate' });
      view.onEvent({ type: 'submitting', asset, operation: 'createNormalPicture' });
      view.onEvent({ type: 'accepted', ...of });
      for (const percent of [30, 60, 90]) {
        view.onEvent({ type: 'progress', asset, uuid: asset, status: 'generating', percent });
      }
      vi.advanceTimersByTime(300);
      view.onEvent({ type: 'downloading', asset, bytes: 10, total: 10 });
      const error = new AssetgenError('ASSETGEN_JOB_FAILED', `${asset}: it failed`);
      if (index % 10 === 9) view.onEvent({ type: 'asset-failed', asset, error });
      else view.onEvent({ type: 'asset-done', asset, bytes: 1_000_000 });
    }
    view.close();
    return log;
  }

  it('of 2,000 assets is below 30 kB, counts all, and gives the reason of failures', () => {
    const log = logOf(2000);
    expect(log.length).toBeLessThan(30_000);
    expect(log).toContain('2000 of 2000 assets, 200 failed, 40000 points, 1.8 GB, 10:00\n');
    expect(log).toContain('✗ levels/forest/props/crate-9: it failed\n');
  });

  it('of a few has a line an event', () => {
    expect(logOf(2).split('\n')).toHaveLength(1 + 2 * 7 + 1);
  });
});

describe('colours', () => {
  it('FORCE_COLOR=0 turns them off', async () => {
    const { paint } = await import('./style.ts');
    vi.stubEnv('NO_COLOR', undefined);
    vi.stubEnv('FORCE_COLOR', '0');
    expect(paint('green', 'ready', { isTTY: true })).toBe('ready');
  });
});
