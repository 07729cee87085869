import { cleanText, createHeartbeat } from '@assetgen/core/warm';
import type { Addresses, Heartbeat } from '@assetgen/core/warm';
import type { ProjectEvent } from '@assetgen/core';
import { seeCode } from './failure.ts';

/** Where a bundler tells its user something. */
export interface ProgressOutput {
  info(line: string): void;
  warn(line: string): void;
}

/** Nobody needs to be told why a wait this short was. Unit: milliseconds. */
const PATIENCE = 400;

/** How long a wait is silent: CI systems end what says nothing. Unit: milliseconds. */
const SILENCE_MS = { log: 10_000, terminal: 60_000 } as const;

/**
 * Tells the terminal why it waits, so that no build and no request hangs without a word; silent
 * where there is nothing to wait for. Failures stand in the report and are told by the adapters.
 */
export function createProgress(
  terminal: ProgressOutput,
  doing: 'making' | 'generating' = 'making',
  addresses?: Addresses,
): (event: ProjectEvent) => void {
  const output: ProgressOutput = {
    info(line) {
      heartbeat?.told();
      terminal.info(cleanText(line));
    },
    warn(line) {
      heartbeat?.told();
      terminal.warn(cleanText(line));
    },
  };
  let timer: NodeJS.Timeout | undefined;
  let pending = 0;
  let announced = false;
  let mode: string | null = null;
  const drafted = new Set<string>();
  const warned = new Set<string>();
  const linked = new Set<string>();
  let heartbeat: Heartbeat | null = null;

  /** Opened by the first event of a run: a build with nothing to do has none, and need not look at the terminal. */
  function openHeartbeat(): Heartbeat {
    const isTerminal = process.stdout.isTTY === true;
    return createHeartbeat({
      silenceMs: isTerminal ? SILENCE_MS.terminal : SILENCE_MS.log,
      write: (line) => output.info(line),
    });
  }

  /** The first warning of a code says where to read on. */
  function warningText({ code, message }: { readonly code: string; readonly message: string }) {
    const see = linked.has(code) ? [] : seeCode(code, addresses);
    linked.add(code);
    return [`${code}: ${message}`, ...see].join('\n  ');
  }

  return function tellProgress(event) {
    if (event.type !== 'planned' && event.type !== 'warning') heartbeat ??= openHeartbeat();
    heartbeat?.hear(event);
    switch (event.type) {
      case 'planned': {
        const { assets } = event;
        clearTimeout(timer);
        pending = event.pending;
        announced = false;
        if (pending === 0) break;
        timer = setTimeout(() => {
          announced = true;
          output.info(`${doing} ${pending} of ${assets} assets`);
        }, PATIENCE);
        timer.unref();
        break;
      }
      case 'run-start':
        ({ mode } = event);
        drafted.clear();
        break;
      case 'asset-start':
        // A page that shows drafts must not look bought.
        if (mode === 'draft' && event.action === 'generate') drafted.add(event.asset);
        break;
      case 'asset-done':
      case 'asset-failed':
        pending -= 1;
        if (pending <= 0) clearTimeout(timer);
        if (announced && event.type === 'asset-done') {
          const what = drafted.has(event.asset) ? `the draft of ${event.asset}` : event.asset;
          output.info(`${what} is ready`);
        }
        break;
      case 'warning':
        // Every look at a watched project has the same to say.
        if (!warned.has(event.message)) output.warn(warningText(event));
        warned.add(event.message);
        break;
      default:
        // Steps of a job are for the command's display.
        break;
    }
  };
}
