import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';

/** An asset that cannot be made of the file that {@link writeBrokenLogo} writes. */
export const FAILING_LOGO = {
  logo: {
    kind: 'image',
    source: './broken.svg',
    outputs: [{ format: 'webp', public: 'logo.webp' }],
  },
} as const;

export async function writeBrokenLogo(root: string): Promise<void> {
  await writeFile(join(root, 'broken.svg'), 'no picture');
}

/** A dev server answers for the logo with its error, and for `sky.webp` with the file. */
export async function expectFailingLogo(server: string): Promise<void> {
  const logo = new URL('logo.webp', server);
  await expect.poll(async () => (await fetch(logo)).status).toBe(500);
  expect(await (await fetch(logo)).text()).toMatch(/^ASSETGEN_CONTENT: /);
  expect((await fetch(new URL('sky.webp', server))).status).toBe(200);
}

/** Once the manifest has no logo any more, there is nothing at its URL. */
export async function expectNoLogo(server: string): Promise<void> {
  const logo = new URL('logo.webp', server);
  await expect.poll(async () => (await fetch(logo)).status).toBe(404);
}
