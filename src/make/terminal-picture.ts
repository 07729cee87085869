/** Unit: bytes of base64. Terminals of kitty take no more at once. */
const CHUNK = 4096;

/**
 * A picture for a terminal that shows pictures: by the protocol of kitty (Ghostty too), or of iTerm2
 * (WezTerm too). null where the terminal is not known to.
 *
 * @param png a PNG
 * @param env of the process: the terminal names itself there
 * @param rows how high it is, in lines of text
 */
export function terminalPicture(
  png: Uint8Array,
  env: Readonly<Record<string, string | undefined>>,
  rows = 12,
): string | null {
  const base64 = Buffer.from(png).toString('base64');
  // Inside tmux and screen the codes would have to be wrapped, and are refused by default.
  if (env['TMUX'] !== undefined || env['TERM']?.startsWith('screen') === true) return null;
  if (env['TERM'] === 'xterm-kitty' || env['TERM_PROGRAM'] === 'ghostty') {
    return kitty(base64, rows);
  }
  if (env['TERM_PROGRAM'] === 'iTerm.app' || env['TERM_PROGRAM'] === 'WezTerm') {
    const size = `size=${png.length};height=${rows};preserveAspectRatio=1`;
    return `\u001b]1337;File=inline=1;${size}:${base64}\u0007\n`;
  }
  return null;
}

function kitty(base64: string, rows: number): string {
  const chunks = base64.match(new RegExp(`.{1,${CHUNK}}`, 'g')) ?? [];
  const parts = chunks.map((chunk, index) => {
    const more = index < chunks.length - 1 ? 1 : 0;
    const keys = index === 0 ? `a=T,f=100,r=${rows},m=${more}` : `m=${more}`;
    return `\u001b_G${keys};${chunk}\u001b\\`;
  });
  return `${parts.join('')}\n`;
}
