import { createHash } from 'node:crypto';
import { COPY_META } from '../../shared/copy-address.ts';
import { pagePolicy } from '../../http/page-policy.ts';

/** A browser loads no modules from a file: it would stay blank. */
const FROM_A_FILE =
  "if (location.protocol === 'file:') document.getElementById('app').textContent = 'This copy needs a web server: browsers load no modules from a file. In its folder, run: npx serve';";

const NO_SCRIPT = 'This copy needs JavaScript, and a web server: it cannot be opened as a file.';

/**
 * The gallery's page as that of a copy: marked as one, with a policy of its own, since the server that will send it
 * is not ours.
 * @param html as the page was built
 * @param at when the copy is made, ISO 8601
 */
export function copyPage(html: string, at: string): string {
  const hash = createHash('sha256').update(FROM_A_FILE).digest('base64');
  const policy = pagePolicy([`'sha256-${hash}'`]);
  const head = [
    `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    '<meta name="referrer" content="no-referrer" />',
    '<meta name="robots" content="noindex" />',
    `<meta name="${COPY_META}" content="${at}" />`,
  ];
  return html
    .replace(/<meta name="assetgen-token"[^>]*>/, head.join('\n    '))
    .replace(/<meta name="assetgen-project"[^>]*>\s*/, '')
    .replace(
      '<div id="app"></div>',
      `<div id="app"></div>\n    <noscript>${NO_SCRIPT}</noscript>\n    <script>${FROM_A_FILE}</script>`,
    );
}
