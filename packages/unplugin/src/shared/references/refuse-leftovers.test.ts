import type { AssetView } from '@assetgen/core';
import { describe, expect, it } from 'vitest';
import { refuseLeftovers } from './refuse-leftovers.ts';

const FILE = { asset: 'hero', name: 'hero.webp', path: '/x', bytes: 1, sha256: '0', draft: false };
const VIEW: AssetView = { prefix: '@gen', watch: [], files: [FILE], resolve: () => null };

const refuse = (page: string): Promise<void> =>
  refuseLeftovers([{ fileName: 'index.html', read: () => page }], '@gen', VIEW);

describe('a page that is about to be written', () => {
  it.each([
    ['an attribute', '<img src="@gen/hero.webp">'],
    ['a script', '<script>new Image().src = "@gen/hero.webp"</script>'],
    ['one of another type', `<script defer type='text/javascript'>f("@gen/hero.webp")</script>`],
    ['data', '<script type="application/ld+json">{"image":"@gen/hero.webp"}</script>'],
  ])('is refused for a name in %s', async (_, page) => {
    const told = 'index.html contains the URL "@gen/hero.webp", which only the build understands';
    await expect(refuse(page)).rejects.toThrow(told);
  });

  it.each([
    ['prose', '<p>Write "@gen/hero.webp".</p>'],
    ['words that a script shows', '<script>title.textContent = "@gen/hero.webp"</script>'],
    ['a template', '<script type="text/x-template">"@gen/hero.webp"</script>'],
    ['a comment', '<!-- <script>f("@gen/hero.webp")</script> -->'],
  ])('is not refused for a name in %s', async (_, page) => {
    await expect(refuse(page)).resolves.toBeUndefined();
  });
});

it('a style sheet is refused for a name, with what to write', async () => {
  const sheet = 'a { background: image-set("@gen/hero.webp" 1x) }';
  const refused = refuseLeftovers([{ fileName: 'a.css', read: () => sheet }], '@gen', VIEW);
  await expect(refused).rejects.toMatchObject({
    hint: 'Write url(@gen/hero.webp), in a style sheet that JavaScript or HTML loads.',
  });
});

describe('the manifest of a web app', () => {
  const refuseManifest = (manifest: object): Promise<void> =>
    refuseLeftovers(
      [{ fileName: 'app.webmanifest', read: () => JSON.stringify(manifest) }],
      '@gen',
      VIEW,
    );

  it('is refused for an icon, and not for a word', async () => {
    await expect(refuseManifest({ icons: [{ src: '@gen/hero.webp' }] })).rejects.toThrow(
      'app.webmanifest contains the URL "@gen/hero.webp"',
    );
    await expect(refuseManifest({ description: 'of @gen/hero.webp' })).resolves.toBeUndefined();
  });
});
