import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { copyPage } from './copy-page.ts';

const BUILT = `<!doctype html>
<html lang="en">
  <head>
    <meta name="assetgen-token" content="%TOKEN%" />
    <meta name="assetgen-project" content="%PROJECT%" />
    <script type="module" crossorigin src="./assets/index-a.js"></script>
  </head>
  <body>
    <div id="app"></div>
  </body>
</html>
`;

test('a copy is marked, has no token, and its policy comes before its scripts', () => {
  const html = copyPage(BUILT, '2026-11-23T11:00:00.000Z');
  expect(html).toContain('<meta name="assetgen-copy" content="2026-11-23T11:00:00.000Z" />');
  expect(html).not.toMatch(/TOKEN|token|assetgen-project|PROJECT/);
  expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<script'));
  expect(html).toMatch(/<noscript>.*web server/);
});

test('its policy lets it load from its own server alone, and run the one script that stands in it', () => {
  const html = copyPage(BUILT, '');
  const policy = /Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/https?:|\*|unsafe-inline|'unsafe-eval'/);
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(html) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  expect(policy).toContain(`'sha256-${hash}'`);
});
