import { tmpdir } from 'node:os';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { findTool } from './tools.ts';

// The shell is Chromium without its own windows: half the processor time to start, a quarter less to draw.
const PATH = process.env['CHROMIUM_PATH'] ?? findTool('chromium');

/** False where no Chromium is installed: tests that need one skip. `npm test` names it then. */
export const hasChromium: boolean = PATH !== undefined;

/** A drawing processor and its neighbours share a machine: less than a test's own. Unit: ms. */
export const PATIENCE_MS = 180_000;

/**
 * The longest folder in which Chromium makes its socket, `org.chromium.Chromium.XXXXXX/SingletonSocket`:
 * the path of one has at most 103 bytes on macOS, 107 on Linux.
 */
const LONGEST_TMPDIR = 56;

/** How a page draws where the processor does it. Times in milliseconds. */
const PACE = {
  /** Between two frames. */
  pauseMs: 100,
  /** A scene's frame that came late by some time is followed by so many times as long, */
  rest: 4,
  /** but never by more. */
  longestMs: 1_500,
  /** Of the surroundings that light a scene, for each of its surfaces and blurs; three.js takes 256 and 20. */
  samples: 8,
};

/**
 * Runs in each page, beside a wish for reduced motion. Without a GPU the processor draws, and a scene
 * that turns by itself takes a whole core from the tests beside it: ten frames a second show as much,
 * and of a large scene, which takes a second a frame, fewer. The surroundings of a scene of three.js are
 * sampled 50 million times when it opens; with fewer samples their light has a grain that no test looks at.
 * Smooth edges cost as much as the rest of a frame.
 */
function drawSeldom({ pauseMs, rest, longestMs, samples }: typeof PACE): void {
  const soon = window.requestAnimationFrame.bind(window);
  const { prototype } = window.WebGL2RenderingContext;
  const { shaderSource } = prototype;
  const canvas = window.HTMLCanvasElement.prototype;
  const getContext = canvas.getContext as (
    kind: string,
    options?: object,
  ) => RenderingContext | null;
  let isScene = false;
  let pause = pauseMs;
  let askedAt = 0;
  let asked = 0;
  let waiting = new Map<number, FrameRequestCallback>();
  let running = new Map<number, FrameRequestCallback>();
  prototype.shaderSource = function shorter(shader, source) {
    isScene = true;
    const fewer = source.replace(/(#define (?:GGX_)?SAMPLES) \d+/, `$1 ${samples}`);
    shaderSource.call(this, shader, fewer);
  };
  canvas.getContext = function plain(this: HTMLCanvasElement, kind: string, options?: object) {
    const jagged = kind.startsWith('webgl') ? { ...options, antialias: false } : options;
    return getContext.call(this, kind, jagged);
  } as typeof canvas.getContext;
  window.requestAnimationFrame = (draw) => {
    if (waiting.size === 0) {
      askedAt = performance.now();
      window.setTimeout(() => soon(drawAll), pause);
    }
    waiting.set(++asked, draw);
    return asked;
  };
  window.cancelAnimationFrame = (id) => {
    // One that is left in its place keeps the timer of the others.
    if (waiting.has(id)) waiting.set(id, () => undefined);
    running.delete(id);
  };
  // All that was asked for is drawn in one frame, as it is without us.
  function drawAll(now: number): void {
    // A page waits while its last frame is drawn.
    const late = performance.now() - askedAt - pause;
    if (isScene) pause = Math.min(longestMs, Math.max(pauseMs, late * rest, pause * 0.8));
    [running, waiting] = [waiting, new Map()];
    for (const draw of running.values()) {
      try {
        draw(now);
      } catch (error) {
        reportError(error);
      }
    }
  }
}

/** Browsers without a page, by their arguments: to start one takes as long as to draw a page. */
const idle = new Map<string, Browser[]>();

/**
 * Chromium without a GPU, a sandbox or a word to the network. Closed, it loses all that it knows of its pages, and waits
 * for the next who asks for one.
 * @param more arguments
 * @param pauseMs between two frames: 0 where hundreds of them are waited for, and none is of a scene
 */
export async function launchChromium(
  more: readonly string[] = [],
  pauseMs = PACE.pauseMs,
): Promise<Browser> {
  const key = [...more, pauseMs].join(' ');
  const waiting = idle.get(key) ?? [];
  idle.set(key, waiting);
  const kept = waiting.pop();
  if (kept?.isConnected() === true) return kept;
  const browser = await start(more, { ...PACE, pauseMs });
  browser.close = async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    if (browser.isConnected()) waiting.push(browser);
  };
  return browser;
}

async function start(more: readonly string[], pace: typeof PACE): Promise<Browser> {
  if (PATH === undefined) throw new Error('no Chromium: install it or set CHROMIUM_PATH');
  const launched = chromium.launch({
    executablePath: PATH,
    timeout: PATIENCE_MS,
    env: { ...process.env, TMPDIR: tmpdir().length > LONGEST_TMPDIR ? '/tmp' : tmpdir() },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...more,
    ],
  });
  const browser = await launched.catch((error: unknown) => {
    throw new Error(`Chromium does not start: ${lastWords(error)}`, { cause: error });
  });
  const newContext = browser.newContext.bind(browser);
  // A page of the browser's own comes from here too.
  browser.newContext = async (options) => {
    const context = await newContext({ reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript(drawSeldom, pace);
    return context;
  };
  return browser;
}

/** What the browser itself said of its end; Playwright says first that it is closed. */
function lastWords(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return /FATAL:.*/.exec(text)?.[0] ?? text;
}
