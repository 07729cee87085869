import { describe, expect, it } from 'vitest';
import { checkPublicPath } from './check-public-path.ts';

describe('checkPublicPath', () => {
  it.each([
    'models/dragon.glb',
    'og.png',
    'favicon.ico',
    '.well-known/logo.png',
    'share/logo',
    'a@2x.webp',
    'html/a.html.png',
  ])('%s is one', (path) => expect(checkPublicPath(path)).toBeNull());

  it.each([
    '.htaccess',
    'a/.htaccess',
    '.git/config',
    '.GIT/hooks/post-checkout',
    '.env',
    '_headers',
    '_Redirects',
    'CNAME',
    'web.config',
    'index.html',
    'a/INDEX.HTM',
    'sw.js',
    'x.php',
    'x.php5',
    'manifest.webmanifest',
    'a.svg',
    'index.html.',
    'con.glb',
    '..',
    'a/../b.glb',
    'a//b.glb',
    'git~1/config',
    'a b.glb',
    '',
  ])('%s is none', (path) =>
    expect(checkPublicPath(path)).toContain('expected a relative URL path'),
  );
});
