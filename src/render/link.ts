import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isCI } from '@assetgen/core/warm';
import { ESCAPE_MARK } from './style.ts';

type Stream = { readonly isTTY?: boolean };
type Environment = Readonly<Record<string, string | undefined>>;

/** Terminals that tell a version, with the first one that shows links (OSC 8). */
const PROGRAMS: Readonly<Record<string, number>> = {
  'iTerm.app': 3.1,
  WezTerm: 20200620,
  vscode: 1.72,
  ghostty: 0,
  Tabby: 0,
  Hyper: 0,
};

/**
 * A text that opens an address where it is clicked (OSC 8), in terminals that support it; elsewhere the text alone.
 *
 * @param stream that the text goes to
 */
export function link(text: string, address: string, stream: Stream = process.stdout): string {
  if (!showsLinks(stream)) return text;
  // Nothing but visible ASCII, so that nothing in an address can end it.
  const safe = address.replaceAll(/[^!-~]/gu, encodeURIComponent);
  const open = `${ESCAPE_MARK}]8;;${safe}${ESCAPE_MARK}\\`;
  return `${open}${text}${ESCAPE_MARK}]8;;${ESCAPE_MARK}\\`;
}

/**
 * A file as a link to it.
 *
 * @param file absolute path, or one from the current folder
 * @param shown how it is written; by default as `file`
 */
export function fileLink(file: string, shown: string = file, stream?: Stream): string {
  return link(shown, pathToFileURL(path.resolve(file)).href, stream);
}

/**
 * By the variables that other programs go by: `FORCE_HYPERLINK` decides, `0` for none; a person without colours wants
 * no links; then what the terminal says of itself.
 */
export function showsLinks(stream: Stream, env: Environment = process.env): boolean {
  const forced = env['FORCE_HYPERLINK'];
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  const isPlain = (env['NO_COLOR'] ?? '') !== '' || env['FORCE_COLOR'] === '0';
  if (stream.isTTY !== true || isPlain || isCI(env)) return false;
  return isKnownTerminal(env);
}

function isKnownTerminal(env: Environment): boolean {
  const { TERM = '', TERM_PROGRAM = '', TERM_PROGRAM_VERSION = '', VTE_VERSION } = env;
  // A terminal within a terminal may not pass links on.
  if (TERM === 'dumb' || /^(?:screen|tmux|linux)/.test(TERM)) return false;
  if (Object.hasOwn(PROGRAMS, TERM_PROGRAM)) {
    const [major = '0', minor = '0'] = TERM_PROGRAM_VERSION.split(/[.-]/);
    return Number(`${major}.${minor}`) >= (PROGRAMS[TERM_PROGRAM] ?? 0);
  }
  // 0.50.0 crashed on links.
  if (VTE_VERSION !== undefined) return Number(VTE_VERSION) > 5000;
  const told = ['WT_SESSION', 'KONSOLE_VERSION', 'KITTY_WINDOW_ID', 'DOMTERM'];
  return (
    told.some((name) => env[name] !== undefined) ||
    /^(?:xterm-kitty|alacritty|foot|xterm-ghostty)/.test(TERM)
  );
}
