import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { axeViolations } from '../support/axe.ts';
import { hasChromium, launchChromium } from '../support/browser.ts';
import { createProject, runCommand } from '../support/command.ts';
import type { CountedService } from '../support/counted-service.ts';
import { startCountedService } from '../support/counted-service.ts';
import type { RunningGallery } from '../support/gallery.ts';
import { startGallery } from '../support/gallery.ts';

const MANIFEST = `{
  // The pictures of the story.
  "assets": {
    "story/hill": {
      "kind": "image",
      "prompt": "a green hill", // short on purpose
      "variants": 2,
      "outputs": [{ "format": "webp", "width": 96 }, { "format": "avif", "width": 64 }]
    },
    /* the one with waves */
    "story/sea": { "kind": "image", "prompt": "a calm sea", "outputs": [{ "format": "webp", "width": 96 }] }
  }
}
`;

/** A PNG of one pixel. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

interface Lock {
  readonly assets: Readonly<
    Record<
      string,
      {
        jobs: { points: number }[];
        variants: unknown[];
        outputs: Record<string, { digest: string }>;
      }
    >
  >;
}

/** One story, in the order in which a person lives it; every step stands on the one before. */
describe.skipIf(!hasChromium)('the gallery in a browser', () => {
  let browser: Browser;
  let service: CountedService;
  let gallery: RunningGallery;
  let page: Page;
  let root: string;
  const errors: string[] = [];

  const lock = (): Lock =>
    JSON.parse(readFileSync(join(root, 'assets.gen.lock.json'), 'utf8')) as Lock;
  /** In one step, as editors save: half a file would be an error that the page shows. */
  const writeManifest = (text: string): void => {
    writeFileSync(join(root, 'assets.gen.json.new'), text);
    renameSync(join(root, 'assets.gen.json.new'), join(root, 'assets.gen.json'));
  };
  const manifest = (): string => readFileSync(join(root, 'assets.gen.json'), 'utf8');
  const env = (): Record<string, string> => ({
    ASSETGEN_API_URL: service.url,
    ASSETGEN_API_KEY: 'key',
    ASSETGEN_CACHE_DIR: join(root, '.cache'),
    LAUNCH_EDITOR: join(root, 'editor.sh'),
  });

  beforeAll(async () => {
    browser = await launchChromium();
    service = await startCountedService({ points: 500, jobSeconds: 1 });
    root = await createProject(MANIFEST);
    const editor = `#!/bin/sh\necho "$@" >> ${JSON.stringify(join(root, 'opened.txt'))}\n`;
    writeFileSync(join(root, 'editor.sh'), editor, { mode: 0o755 });
    gallery = await startGallery(root, env());
    page = await browser.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      const { url } = message.location();
      if (message.type() === 'error') errors.push(`${message.text()} ${url}`);
    });
  });
  afterAll(async () => {
    await gallery?.close();
    await service?.close();
    await browser?.close();
  });
  // After a step that failed, the others would fail too, each after minutes of waiting.
  beforeEach(({ task, skip }) => {
    const failed = task.suite?.tasks.find(({ result }) => result?.state === 'fail');
    skip(failed !== undefined, `the step before failed: ${failed?.name}`);
  });
  afterEach(() => {
    expect(errors.splice(0).join('\n')).toBe('');
  });

  /** Chromium itself reports an answer that refuses, on a slow machine after the page has shown it. */
  async function refusalReported(): Promise<void> {
    await expect.poll(() => errors.splice(0).length).toBeGreaterThan(0);
  }

  async function openAsset(name: string): Promise<void> {
    await page.goto(`${gallery.url}#/asset/${name}`);
    await page.getByRole('heading', { level: 1, name }).waitFor();
  }
  const notice = (text: string | RegExp) => page.locator('.notice').filter({ hasText: text });
  async function closeNotices(): Promise<void> {
    const buttons = page.locator('.notice').getByRole('button', { name: 'Close' });
    for (let left = await buttons.count(); left > 0; left--) await buttons.first().click();
  }

  /** What the page would send, past its buttons. */
  const act = (action: object): Promise<unknown> =>
    page.evaluate(async (body) => {
      const token = document.querySelector<HTMLMetaElement>('meta[name=assetgen-token]')!.content;
      const headers = { 'x-assetgen-token': token };
      const response = await fetch('api/action', { method: 'POST', headers, body });
      return (await response.json()) as unknown;
    }, JSON.stringify(action));
  /** Places that the editor was opened with, in the order of the clicks. */
  const opened = (): string[] =>
    existsSync(join(root, 'opened.txt'))
      ? readFileSync(join(root, 'opened.txt'), 'utf8').trimEnd().split('\n')
      : [];
  /** Pastes or drops a file, as a browser tells of it. */
  const give = (target: Locator, type: 'paste' | 'drop', file: readonly [string, string]) =>
    target.evaluate(
      (element, [kind, name, base64]) => {
        const bytes = Uint8Array.from(atob(base64), (each) => each.codePointAt(0)!);
        const data = new DataTransfer();
        data.items.add(new File([bytes], name, { type: 'image/png' }));
        const given = { bubbles: true, cancelable: true, dataTransfer: data, clipboardData: data };
        element.dispatchEvent(
          kind === 'paste' ? new ClipboardEvent('paste', given) : new DragEvent('drop', given),
        );
      },
      [type, ...file] as const,
    );

  it('shows what is missing, and asks for nothing', async () => {
    await page.goto(gallery.url);
    const cards = page.locator('.card');
    await cards.first().waitFor();
    expect(await cards.allInnerTexts()).toEqual([
      expect.stringContaining('Not made'),
      expect.stringContaining('Not made'),
    ]);
    expect(service.creates()).toBe(0);
  });

  it('shows the balance and that no price is known, then generates one', async () => {
    await openAsset('story/sea');
    await page.getByText('500 points').first().waitFor();
    const generate = page.getByRole('button', { name: /Generate/ });
    expect(await generate.innerText()).toContain('price unknown');
    await generate.click();
    // Nobody knows the price: it is asked once, with what is known.
    const question = page.getByRole('dialog', { name: 'Generate story/sea' });
    await question.getByText('500 points').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(service.creates()).toBe(0);
    await generate.click();
    await question.getByRole('button', { name: /Go ahead price unknown/ }).click();
    await notice('Done: ').waitFor();
    expect(service.creates()).toBe(1);
    expect(Object.keys(lock().assets)).toEqual(['story/sea']);
    await page.locator('.stage img.full').waitFor();
    await closeNotices();
  });

  it('shows the price before the click, now that one was charged, and progress while it runs', async () => {
    const price = lock().assets['story/sea']!.jobs[0]!.points;
    await openAsset('story/hill');
    const generate = page.getByRole('button', { name: /Generate/ });
    await expect.poll(() => generate.innerText()).toContain(`${price * 2} points`);
    expect(await page.locator('.make .balance').innerText()).toContain(`${500 - price} points`);
    await generate.click();
    // Told by the server while it happens.
    await page.locator('.make .progress').waitFor();
    await page.locator('.run-bar').getByText('Building').waitFor();
    await notice(`Done: ${price * 2} points.`).waitFor();
    expect(await page.locator('.run-bar').isVisible()).toBe(false);
    await expect.poll(() => page.locator('.variant').count()).toBe(2);
    expect(service.creates()).toBe(2);
    await closeNotices();
  });

  it('picks another variant: one entry of the lock changes, and nothing is bought', async () => {
    const before = lock();
    const text = manifest();
    await openAsset('story/hill');
    await page.locator('.variant').getByRole('button', { name: 'Use this' }).click();
    await page.locator('.variant').nth(1).getByText('In use').waitFor();
    await notice('It cost nothing').waitFor();
    const after = lock();
    expect(after.assets['story/sea']).toEqual(before.assets['story/sea']);
    const [old, now] = [before.assets['story/hill']!, after.assets['story/hill']!];
    expect({ ...now, outputs: {} }).toEqual({ ...old, outputs: {} });
    for (const name of Object.keys(old.outputs)) {
      expect(now.outputs[name]!.digest).not.toBe(old.outputs[name]!.digest);
    }
    expect(manifest().replace(',\n      "pick": 2', '')).toBe(text);
    expect(service.creates()).toBe(2);
    await closeNotices();
  });

  it('rerolls: exactly one job, one revision more, and the old one in the history', async () => {
    const before = lock();
    await openAsset('story/sea');
    const reroll = page.getByRole('button', { name: /Reroll/ });
    expect(await reroll.innerText()).toMatch(/\d+ points/);
    // As impatient as people are: twice at once, and again until the page says that it works.
    await reroll.evaluate(async (button: HTMLButtonElement) => {
      const isRunning = (): boolean =>
        document.querySelector('.run-bar')?.checkVisibility() === true;
      button.click();
      while (!isRunning()) {
        button.click();
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    });
    await notice('Done: ').waitFor();
    expect(service.creates()).toBe(3);
    const after = lock();
    expect(after.assets['story/hill']).toEqual(before.assets['story/hill']);
    expect(after.assets['story/sea']!.jobs).toHaveLength(1);
    expect(after.assets['story/sea']!.variants).not.toEqual(before.assets['story/sea']!.variants);
    expect(manifest()).toContain('"prompt": "a calm sea", "outputs"');
    expect(manifest()).toContain('"revision": 1');
    const history = page.locator('.history > li');
    await expect.poll(() => history.count()).toBe(2);
    expect(await history.nth(0).innerText()).toContain('Revision 1, in the lock now');
    expect(await history.nth(1).innerText()).toContain('Revision 0');
    await history.nth(1).getByRole('button', { name: 'Look at' }).click();
    await page.locator('.stage img.full').waitFor();
    // What was good is there again, for nothing.
    const rerolled = manifest();
    await notice('revision 0 → 1').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => history.nth(1).innerText()).toContain('Revision 0, in the lock now');
    await page.locator('.top').getByText('Ready').waitFor();
    expect(lock().assets['story/sea']!.variants).toEqual(before.assets['story/sea']!.variants);
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(() => history.nth(0).innerText()).toContain('Revision 1, in the lock now');
    await expect.poll(() => lock().assets['story/sea']).toEqual(after.assets['story/sea']);
    expect(manifest()).toBe(rerolled);
    expect(service.creates()).toBe(3);
    await closeNotices();
    await page.reload();
  });

  it('edits a prompt and keeps every comment; the price of it is shown then', async () => {
    const before = manifest();
    await openAsset('story/hill');
    await page.getByRole('button', { name: 'Edit' }).click();
    const area = page.getByRole('textbox', { name: 'Prompt' });
    await area.fill('a "red" hill\nwith a tree');
    await page.getByRole('button', { name: /Save/ }).click();
    await page.locator('.prompt-text').getByText('with a tree').waitFor();
    expect(manifest()).toBe(
      before.replace('"a green hill"', String.raw`"a \"red\" hill\nwith a tree"`),
    );
    await page.getByText('Out of date').waitFor();
    expect(await page.getByRole('button', { name: /Generate/ }).innerText()).toMatch(/\d+ points/);
    expect(service.creates()).toBe(3);
  });

  it('takes back and brings again, by the toast and by keys; nothing is bought', async () => {
    const edited = manifest();
    const prompt = page.locator('.prompt-text');
    await notice('story/hill: prompt').getByRole('button', { name: 'Undo' }).click();
    await prompt.getByText('a green hill').waitFor();
    expect(manifest()).toContain('"a green hill", // short on purpose');
    await page.locator('.top').getByText('Ready').waitFor();
    await notice('Taken back: story/hill: prompt').waitFor();
    await page.keyboard.press('Control+Shift+z');
    await prompt.getByText('with a tree').waitFor();
    expect(manifest()).toBe(edited);
    await closeNotices();
    expect(service.creates()).toBe(3);
  });

  it('uses what was bought before, for nothing', async () => {
    const before = manifest();
    await openAsset('story/sea');
    const history = page.locator('.history > li');
    await expect.poll(() => history.count()).toBe(2);
    expect(await page.locator('.total').innerText()).toMatch(/\d+ points/);
    await history
      .nth(1)
      .getByRole('button', { name: /Use this free/ })
      .click();
    await expect.poll(() => history.nth(1).innerText()).toContain('Revision 0, in the lock now');
    expect(manifest()).toBe(before.replace('"revision": 1', '"revision": 0'));
    await notice('revision 1 → 0').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => history.nth(0).innerText()).toContain('Revision 1, in the lock now');
    expect(manifest()).toBe(before);
    expect(service.creates()).toBe(3);
    await closeNotices();
  });

  it('tells what each purchase cost, and a sum that is that of the service', async () => {
    const history = page.locator('.history > li');
    const figures = await history.locator('.file-line .figure').allInnerTexts();
    const pointsOf = (text: string): number => Number(text.replace(' points', ''));
    const sum = figures.map(pointsOf).reduce((all, each) => all + each, 0);
    expect(pointsOf(await page.locator('.total .figure').innerText())).toBe(sum);
    // The third purchase is that of the other asset, of two variants at the same price.
    const { points } = lock().assets['story/hill']!.jobs[0]!;
    await expect
      .poll(() => page.locator('.balance').first().innerText())
      .toContain(`${500 - sum - points} points`);
  });

  it('chooses in a comparison, free, and takes that back', async () => {
    const before = manifest();
    await page.goto(`${gallery.url}#/asset/story/sea?show=variant:1`);
    await page.getByLabel('Compare with').selectOption({ label: 'Revision 0' });
    const use = (label: string) => page.getByRole('listitem', { name: label });
    await use('Variant 1 original').getByText('In use').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await use('Revision 0')
      .getByRole('button', { name: /^Use this free/ })
      .click();
    await notice('revision 1 → 0').waitFor();
    // The same two stand there, by their bytes; the other one is in use now.
    await use('Revision 1')
      .getByRole('button', { name: /^Use this free/ })
      .waitFor();
    await use('Variant 1 original').getByText('In use').waitFor();
    expect(manifest()).toBe(before.replace('"revision": 1', '"revision": 0'));
    await page.getByRole('button', { name: 'Side by side' }).click();
    await use('Revision 1')
      .getByRole('button', { name: /^Use this free/ })
      .waitFor();
    await notice('revision 1 → 0').getByRole('button', { name: 'Undo' }).click();
    await use('Revision 0')
      .getByRole('button', { name: /^Use this free/ })
      .waitFor();
    expect(manifest()).toBe(before);
    expect(service.creates()).toBe(3);
    await closeNotices();
  });

  it('decides about an asset, and finds it by that', async () => {
    await openAsset('story/sea');
    const decision = page.getByRole('region', { name: 'Decision' });
    await decision.getByLabel('Note').fill('too calm');
    await decision.getByRole('button', { name: 'Reject' }).click();
    await decision.getByText('Rejected').waitFor();
    const file = join(root, 'assets.gen.reviews.jsonl');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      asset: 'story/sea',
      state: 'rejected',
      note: 'too calm',
    });
    await page.goto(`${gallery.url}#/`);
    await page.getByLabel('Decision').selectOption('Rejected');
    await expect.poll(() => page.locator('.card').count()).toBe(1);
    // What was asked to see stands in the address: it can be sent, and outlives a reload.
    await page.reload();
    await page.locator('.card').filter({ hasText: 'Rejected' }).waitFor();
    await expect.poll(() => page.locator('.card').count()).toBe(1);
    expect(new URL(page.url()).hash).toBe('#/?review=rejected');
    await page.getByLabel('Decision').selectOption('Any decision');
    await expect.poll(() => page.locator('.card').count()).toBe(2);
    await closeNotices();
  });

  it('adds an asset by words and a pasted picture, and takes it back by a key', async () => {
    const before = manifest();
    await page.goto(`${gallery.url}#/`);
    await page.locator('.card').first().waitFor();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'New asset' });
    await dialog.getByLabel('Prompt', { exact: true }).fill('a small red dragon');
    expect(await dialog.getByLabel('Name').inputValue()).toBe('small-red-dragon');
    // Both in one task, as a browser fills a form: neither takes the other back.
    await dialog.locator('input[type=text]').evaluateAll((fields) => {
      for (const [at, text] of ['as a watercolour', 'story/sea'].entries()) {
        const field = fields[at] as HTMLInputElement;
        field.value = text;
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
    });
    await expect.poll(() => dialog.getByLabel('Style').inputValue()).toBe('as a watercolour');
    // A taken name is refused in the dialog, and what was written stays.
    await dialog.getByRole('button', { name: 'Add' }).click();
    await dialog.getByRole('alert').getByText('the asset "story/sea" exists already').waitFor();
    await refusalReported();
    await dialog.getByLabel('Name').fill('beasts/dragon');
    // What a browser's clipboard holds after "copy image", and after copying text.
    await give(dialog.getByLabel('Prompt', { exact: true }), 'paste', ['sea.png', PICTURE]);
    await give(dialog.getByText('Reference images'), 'drop', ['sky.png', PICTURE]);
    await dialog.getByRole('button', { name: 'Take sky.png out' }).click();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('checkbox', { name: 'Open the manifest' }).check();
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('heading', { level: 1, name: 'beasts/dragon' }).waitFor();
    const added = manifest();
    expect(added).toContain('// short on purpose');
    expect(added).toContain(`"beasts/dragon": {
      "kind": "image",
      "prompt": "a small red dragon, as a watercolour",
      "references": [
        "./references/sea.png"
      ]
    }`);
    const picture = Buffer.from(PICTURE, 'base64');
    expect(readFileSync(join(root, 'references/sea.png'))).toEqual(picture);
    const line = added.split('\n').findIndex((each) => each.includes('"beasts/dragon"')) + 1;
    await expect.poll(opened).toEqual([`${join(root, 'assets.gen.json')} ${line} 5`]);
    // Not while somebody types: then it takes back letters.
    await page.getByRole('button', { name: 'Edit' }).click();
    const area = page.getByRole('textbox', { name: 'Prompt' });
    await area.press('!');
    await area.press('Control+z');
    expect(await area.inputValue()).toBe('a small red dragon, as a watercolour');
    await area.press('Escape');
    await area.waitFor({ state: 'detached' });
    expect(manifest()).toBe(added);
    await page.keyboard.press('Control+z');
    await notice('Taken back: beasts/dragon added').waitFor();
    expect(manifest()).toBe(before);
    await page.getByText('There is no such asset').waitFor();
    expect(service.creates()).toBe(3);
    await closeNotices();
  });

  it('duplicates, renames and deletes; lock, files and decisions follow, and nothing is bought', async () => {
    const [before, locked] = [manifest(), lock().assets['story/sea']];
    await openAsset('story/sea');
    await page.getByRole('button', { name: 'Rename' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename story/sea' });
    await dialog.getByLabel('New name').fill('story/Ocean');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await dialog.getByRole('alert').getByText('expected a path of segments').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await refusalReported();
    await dialog.getByLabel('New name').fill('story/ocean');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { level: 1, name: 'story/ocean' }).waitFor();
    expect(manifest()).toBe(before.replace('"story/sea"', '"story/ocean"'));
    const { outputs, ...bought } = locked!;
    const moved = lock().assets['story/ocean']!;
    expect(moved).toMatchObject(bought);
    expect(Object.values(moved.outputs)).toEqual(Object.values(outputs));
    expect(lock().assets).not.toHaveProperty('story/sea');
    await page.locator('.top').getByText('Ready').waitFor();
    await page.getByRole('region', { name: 'Decision' }).getByText('Rejected').waitFor();
    await expect.poll(() => page.locator('.history > li').count()).toBe(2);

    await page.getByRole('button', { name: 'Duplicate' }).click();
    await page.getByRole('button', { name: 'Duplicate', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'story/ocean-2' }).waitFor();
    // It asks for the same: what was bought serves both.
    expect(await page.locator('.make').innerText()).toContain('free');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.locator('.card').first().waitFor();
    await expect.poll(() => page.locator('.card').count()).toBe(2);
    await notice('story/ocean-2 removed').waitFor();

    // All of it, one after the other; the page of the asset stays its page.
    await openAsset('story/ocean');
    for (const told of ['story/ocean-2 removed', 'story/ocean-2 added', 'story/sea renamed']) {
      await page.keyboard.press('Control+z');
      await notice(`Taken back: ${told}`).waitFor();
    }
    await page.getByRole('heading', { level: 1, name: 'story/sea' }).waitFor();
    expect(manifest()).toBe(before);
    expect(lock().assets['story/sea']).toEqual(locked);
    expect(service.creates()).toBe(3);
    await closeNotices();
  });

  it('opens the manifest where an asset stands, and no other file', async () => {
    await openAsset('story/sea');
    const line = manifest()
      .split('\n')
      .findIndex((each) => each.includes('"story/sea"'));
    await page.getByRole('button', { name: `assets.gen.json:${line + 1}` }).click();
    const place = `${join(root, 'assets.gen.json')} ${line + 1} 5`;
    await expect.poll(() => opened().at(-1)).toBe(place);
    const count = opened().length;
    const answer = await act({ type: 'open', asset: '../package.json' });
    expect(answer).toMatchObject({ ok: false, problem: { code: 'ASSETGEN_USAGE' } });
    expect(opened()).toHaveLength(count);
    await refusalReported();
  });

  it('does one thing with many, by one change and one question', async () => {
    const before = manifest();
    await page.goto(`${gallery.url}#/`);
    await page.locator('.card a').first().focus();
    await page.keyboard.press('Control+a');
    const bar = page.getByRole('region', { name: 'Chosen assets' });
    await bar.getByText('2 chosen').waitFor();
    // What is chosen stands in the address: it outlives a reload.
    await page.reload();
    await bar.getByText('2 chosen').waitFor();
    expect(new URL(page.url()).hash).toContain('story%2Fhill*story%2Fsea');
    await bar.getByRole('button', { name: 'Reroll' }).click();
    const question = page.getByRole('dialog', { name: 'Reroll: 2 assets' });
    const price = lock().assets['story/sea']!.jobs[0]!.points;
    await question
      .getByText(`${price * 3} points`)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await bar.getByRole('button', { name: 'Change style' }).click();
    await page.getByLabel('New words').fill(', in ink');
    await page.getByRole('button', { name: 'Write the prompts' }).click();
    await expect.poll(manifest).toContain('"a calm sea, in ink"');
    expect(manifest()).toContain('with a tree, in ink"');
    await notice('edited').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(manifest).toBe(before);
    await closeNotices();
    await bar.getByRole('button', { name: 'Freeze' }).click();
    await bar.getByRole('button', { name: 'Unfreeze' }).waitFor();
    expect(manifest().match(/"frozen": true/g)).toHaveLength(2);
    await page.keyboard.press('Control+z');
    await bar.getByRole('button', { name: 'Freeze', exact: true }).waitFor();
    expect(manifest()).toBe(before);
    await bar.getByRole('button', { name: 'Clear' }).click();
    await bar.waitFor({ state: 'detached' });
    expect(service.creates()).toBe(3);
    await closeNotices();
  });

  it('never loses the focus: dialogs, forms, bars and messages that go give it back', async () => {
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: found, body } = document;
        return found === null || found === body ? 'nothing' : (found.textContent ?? '');
      });
    await page.locator('.card a').first().focus();
    await page.keyboard.press('Control+a');
    const bar = page.getByRole('region', { name: 'Chosen assets' });
    const decide = bar.getByRole('button', { name: 'Decide' });
    await decide.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused()).toContain('Decide');
    await bar.getByRole('button', { name: 'Clear' }).press('Enter');
    await bar.waitFor({ state: 'detached' });
    expect(await focused()).not.toBe('nothing');
    // From the card to its page, and back.
    await page.locator('.card a').first().press('Enter');
    await page.locator('.stage-frame').waitFor();
    expect(await focused()).not.toBe('nothing');
    const edit = page.getByRole('button', { name: 'Edit' });
    await edit.press('Enter');
    await page.getByRole('textbox', { name: 'Prompt' }).press('Escape');
    await edit.waitFor();
    // The part of the page that it was in, and no button beside it that may buy.
    expect(await focused()).toMatch(/^Prompt/);
    await page.getByRole('link', { name: 'Next asset' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'story/sea' }).waitFor();
    expect(await focused()).not.toBe('nothing');
    // A message that is closed.
    const note = page.getByLabel('Note');
    await note.fill('still too calm');
    await page.getByRole('button', { name: 'Reject' }).press('Enter');
    const told = page.locator('.notice').first();
    await told.waitFor();
    expect(await focused()).not.toBe('nothing');
    await told.getByRole('button', { name: 'Close' }).press('Enter');
    await told.waitFor({ state: 'detached' });
    expect(await focused()).not.toBe('nothing');
    await page.keyboard.press('Escape');
    await page.locator('.card').first().waitFor();
    expect(await focused()).not.toBe('nothing');
    await closeNotices();
  });

  it('makes, decides about and rerolls many, each by one question with the price of all', async () => {
    const price = lock().assets['story/sea']!.jobs[0]!.points;
    await page.goto(`${gallery.url}#/`);
    await page.locator('.card a').first().focus();
    await page.keyboard.press('Control+a');
    const bar = page.getByRole('region', { name: 'Chosen assets' });
    // One of the two is up to date.
    await bar.getByRole('button', { name: 'Make' }).click();
    const make = page.getByRole('dialog', { name: 'Make: 1 asset' });
    await make.getByRole('button', { name: `Go ahead ${price * 2} points` }).click();
    await notice(`Done: ${price * 2} points.`).waitFor();
    expect(service.creates()).toBe(4);
    await closeNotices();

    // What was added and taken back goes out of the lock.
    expect((await runCommand(root, ['build'], env())).code).toBe(0);
    expect(service.creates()).toBe(4);
    expect((await runCommand(root, ['check', '--approved'], env())).code).not.toBe(0);
    await bar.getByRole('button', { name: 'Decide' }).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await notice('reviewed').waitFor();
    const checked = await runCommand(root, ['check', '--approved'], env());
    expect([checked.code, checked.stderr]).toEqual([0, '']);
    await closeNotices();

    const before = lock();
    await bar.getByRole('button', { name: 'Reroll' }).click();
    const reroll = page.getByRole('dialog', { name: 'Reroll: 2 assets' });
    await reroll.getByRole('button', { name: `Go ahead ${price * 3} points` }).click();
    await notice(`Done: ${price * 3} points.`).waitFor();
    expect(service.creates()).toBe(6);
    for (const [name, { variants }] of Object.entries(before.assets)) {
      expect(lock().assets[name]!.variants).not.toEqual(variants);
    }
    // What was approved is no more what there is.
    const unapproved = await runCommand(root, ['check', '--approved'], env());
    expect(unapproved.code).not.toBe(0);
    expect(unapproved.stderr).toContain('story/hill');
    await closeNotices();
    await bar.getByRole('button', { name: 'Clear' }).click();
    // The words of each purchase, as far as they are other than today's, and what all of them cost.
    await openAsset('story/hill');
    const history = page.locator('.history > li').filter({ hasText: 'green' });
    await history.waitFor();
    expect(await history.locator('.words ins').allInnerTexts()).toContain('green');
    expect(await history.locator('.words del').allInnerTexts().then(String)).toContain('"red"');
    expect(await page.locator('.total .figure').innerText()).toBe(`${price * 6} points`);
  });

  it('asks above the limit of its user, and not below', async () => {
    const price = lock().assets['story/sea']!.jobs[0]!.points;
    const setLimit = async (limit: string): Promise<void> => {
      await page.goto(`${gallery.url}#/`);
      await page.locator('.card').first().waitFor();
      await page.keyboard.press('?');
      await page.getByLabel('Ask only above').fill(limit);
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await openAsset('story/sea');
    };
    const another = page.getByRole('button', { name: /One more/ });
    const question = page.getByRole('dialog', { name: 'One more variant of story/sea' });
    await setLimit(String(price - 1));
    await another.click();
    await question.getByText(`${price} points`).first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(service.creates()).toBe(6);
    await setLimit(String(price));
    const before = manifest();
    await another.click();
    await notice(`Done: ${price} points.`).waitFor();
    expect(service.creates()).toBe(7);
    const after = manifest();
    await notice('variants 1 → 2').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(manifest).toBe(before);
    await notice('Taken back: ').getByRole('button', { name: 'Redo' }).click();
    await expect.poll(manifest).toBe(after);
    await setLimit('');
    expect(service.creates()).toBe(7);
    await closeNotices();
  });

  it('offers the cure of what failed, and no button that fails again', async () => {
    const kept = manifest();
    const creates = service.creates();
    const limited = kept.replace(
      '"prompt": "a calm sea"',
      '"prompt": "a calm sea", "expect": { "maxBytes": 10 }',
    );
    expect(limited).not.toBe(kept);
    writeManifest(limited);
    expect((await runCommand(root, ['build', '--only', 'story/sea'], env())).code).toBe(1);
    await openAsset('story/sea');
    const limit = page.getByRole('spinbutton', { name: 'maxBytes, now 10' });
    await limit.waitFor();
    expect(await page.getByRole('region', { name: 'Make it' }).count()).toBe(0);
    expect(Number(await limit.inputValue())).toBeGreaterThan(10);
    expect(await axeViolations(page)).toEqual([]);
    await closeNotices();
    await page.getByRole('button', { name: 'Change the limit free' }).click();
    await notice(/story\/sea: largest file 10 → \d+ bytes/).waitFor();
    await limit.waitFor({ state: 'detached' });
    const { expect: rules } = (
      JSON.parse(manifest().replaceAll(/\/\/.*|\/\*.*\*\//g, '')) as {
        assets: Record<string, { expect?: { maxBytes: number } }>;
      }
    ).assets['story/sea']!;
    expect(rules!.maxBytes).toBeGreaterThan(10);
    await page.keyboard.press('Control+z');
    await expect.poll(manifest).toBe(limited);
    // Or the output keeps the limit.
    await page.getByRole('spinbutton', { name: 'Quality of sea.96w.webp, now not set' }).waitFor();
    expect(service.creates()).toBe(creates);
    writeManifest(kept);
    await limit.waitFor({ state: 'detached' });
    await closeNotices();
  });

  it('offers the output of a failure as a field, and leaves it out on demand', async () => {
    const kept = manifest();
    const creates = service.creates();
    const asked = kept.replace(
      '"width": 96 }]',
      '"width": 96 }, { "format": "webp", "width": 16384, "height": 1 } /* a line */]',
    );
    expect(asked).not.toBe(kept);
    writeManifest(asked);
    expect((await runCommand(root, ['build', '--only', 'story/sea'], env())).code).toBe(1);
    await openAsset('story/sea');
    await page.locator('.cure').getByText('webp has at most 16,383 pixels a side').waitFor();
    expect(await page.getByRole('region', { name: 'Make it' }).count()).toBe(0);
    await page
      .getByRole('spinbutton', { name: 'Width in pixels of sea.16384w.webp, now 16384' })
      .fill('4000');
    expect(await axeViolations(page)).toEqual([]);
    await closeNotices();
    await page.getByRole('button', { name: 'Change the width free' }).click();
    await notice('story/sea: webp output: width 16384 → 4000').waitFor();
    await page.locator('.top').getByText('Ready').waitFor();
    expect(manifest()).toBe(asked.replace('16384', '4000'));
    await page.keyboard.press('Control+z');
    await expect.poll(manifest).toBe(asked);
    // It is tried as it was, and fails as it did.
    await notice('webp has at most 16,383 pixels a side').waitFor();
    await closeNotices();
    await page.getByRole('button', { name: 'Leave out sea.16384w.webp free' }).click();
    await notice('story/sea: webp output left out').waitFor();
    await page.locator('.top').getByText('Ready').waitFor();
    expect(service.creates()).toBe(creates);
    writeManifest(kept);
    await closeNotices();
  });

  it('tells why the service refuses words, and takes others; what went well is in the total', async () => {
    const [kept, creates] = [manifest(), service.creates()];
    const price = lock().assets['story/hill']!.jobs[0]!.points;
    writeManifest(
      kept.replace('a calm sea', 'a sexual sea').replace('with a tree', 'with two trees'),
    );
    await page.goto(`${gallery.url}#/`);
    await page.locator('.card').filter({ hasText: 'Out of date' }).nth(1).waitFor();
    await page.getByRole('button', { name: 'Make all 2' }).click();
    await notice(`Some assets failed: ${price} points.`).waitFor();
    const paid = service.creates();
    await openAsset('story/sea');
    const cure = page.locator('.cure');
    await cure.getByText('The prompt was rejected by content moderation.').waitFor();
    // The same words are refused again.
    expect(await page.getByRole('region', { name: 'Make it' }).count()).toBe(0);
    expect(await cure.getByRole('button').allInnerTexts()).toEqual([
      expect.stringMatching(/^Save/),
    ]);
    expect(await axeViolations(page)).toEqual([]);
    await closeNotices();
    await cure.getByLabel('Other words').fill('a calm sea');
    await cure.getByRole('button', { name: 'Save free' }).click();
    await page.locator('.top').getByText('Ready').waitFor();
    expect(manifest()).toContain('"a calm sea"');
    expect(service.creates()).toBe(paid);
    expect(paid).toBeGreaterThan(creates);
    writeManifest(kept);
    await closeNotices();
  });

  /** Saving is refused, as somebody edited the manifest meanwhile; cancelled, their words are shown. */
  async function savesNothing(theirs: string, theirWords: string): Promise<void> {
    await page.getByRole('button', { name: /Save/ }).click();
    await notice('changed meanwhile').waitFor();
    expect(manifest()).toBe(theirs);
    await refusalReported();
    await closeNotices();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.prompt-text').filter({ hasText: theirWords }).waitFor();
  }

  it('keeps the words that somebody types when what failed changes meanwhile', async () => {
    const kept = manifest();
    writeManifest(kept.replace('a calm sea', 'a sexual sea'));
    expect((await runCommand(root, ['build', '--only', 'story/sea'], env())).code).toBe(1);
    await openAsset('story/sea');
    const words = page.locator('.cure').getByLabel('Other words');
    await words.fill('my sea');
    await page.locator('.cure').getByRole('button', { name: 'Cancel' }).click();
    expect(await words.inputValue()).toBe('a sexual sea');
    await words.fill('my sea');
    // Their words are no failure any more.
    const theirs = kept.replace('a calm sea', 'their sea');
    writeManifest(theirs);
    const prompt = page.getByRole('textbox', { name: 'Prompt' });
    await prompt.waitFor();
    expect(await page.locator('.cure').count()).toBe(0);
    expect(await prompt.inputValue()).toBe('my sea');
    await savesNothing(theirs, 'their sea');
    writeManifest(kept);
    await page.locator('.prompt-text').filter({ hasText: 'a calm sea' }).waitFor();
    await closeNotices();
  });

  it.each([
    ['before the page knows', 'their green hill'],
    ['and the page knows', 'their hill'],
  ])('does not overwrite what somebody edited meanwhile, %s', async (when, theirWords) => {
    await openAsset('story/hill');
    await page.getByRole('button', { name: 'Edit' }).click();
    const theirs = manifest().replace(/a \\"red\\" hill|their green hill/, theirWords);
    expect(theirs).not.toBe(manifest());
    const told = page.waitForResponse(
      async (answer) =>
        answer.url().includes('/api/asset') && (await answer.text()).includes(theirWords),
    );
    writeManifest(theirs);
    if (when === 'and the page knows') await told;
    await page.getByRole('textbox', { name: 'Prompt' }).fill('my hill');
    await savesNothing(theirs, theirWords);
    await told;
  });

  it('refuses to buy at another price than it showed', async () => {
    const creates = service.creates();
    await openAsset('story/hill');
    await page.getByRole('button', { name: /Generate/ }).waitFor();
    const answer = await act({ type: 'generate', asset: 'story/hill', points: 1 });
    expect(answer).toMatchObject({ ok: false, problem: { code: 'ASSETGEN_STALE_PLAN' } });
    expect(service.creates()).toBe(creates);
    await refusalReported();
  });

  it('compares two pictures with a slider', async () => {
    await openAsset('story/hill');
    const select = page.getByLabel('Compare with');
    await select.selectOption({ index: 1 });
    const slider = page.getByRole('slider');
    await slider.focus();
    await page.keyboard.press('Home');
    const clip = () =>
      page.locator('.compare .over-half').evaluate((half: HTMLElement) => half.style.clipPath);
    expect(await clip()).toContain('100%');
    await page.keyboard.press('End');
    expect(await clip()).toContain('0%');
  });

  it('shows focus and choice under a contrast theme, which draws no shadows', async () => {
    await page.goto(`${gallery.url}#/`);
    const card = page.locator('.card').first();
    await card.waitFor();
    await page.emulateMedia({ forcedColors: 'active' });
    const outline = (of: Locator): Promise<string> =>
      of.evaluate((element) => getComputedStyle(element).outlineStyle);
    await page.keyboard.press('ArrowRight');
    await card.locator('a').focus();
    expect(await outline(card.locator('.tile'))).toBe('solid');
    await openAsset('story/hill');
    const chosen = page.locator('button[aria-pressed=true]').first();
    expect(await outline(chosen)).toBe('solid');
    await page.emulateMedia({ forcedColors: 'none' });
    expect(await outline(chosen)).toBe('none');
  });

  it('is found with the keyboard alone', async () => {
    await page.goto(`${gallery.url}#/`);
    await page.locator('.card').first().waitFor();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys and theme' });
    await keys.getByLabel('Theme').selectOption('Dark');
    expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe('dark');
    await keys.getByLabel('Theme').selectOption('Theme of the system');
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.keyboard.type('calm');
    await expect.poll(() => page.locator('.card').count()).toBe(1);
    expect(new URL(page.url()).hash).toBe('#/?text=calm');
    await page.reload();
    await expect.poll(() => page.locator('.card').count()).toBe(1);
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.card').count()).toBe(2);
    await page.locator('.card a').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'story/sea' }).waitFor();
    await page.keyboard.press('?');
    await keys.waitFor();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('heading', { level: 1, name: 'story/hill' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.card').first().waitFor();
  });

  it('sees what others change: another build, a broken manifest and its repair', async () => {
    await page.goto(`${gallery.url}#/`);
    const good = manifest();
    writeManifest(good.replace('"kind": "image"', '"kind": "imag"'));
    const alert = page.getByRole('alert');
    await alert.getByText(/assets\.gen\.json:5/).waitFor();
    await expect.poll(() => page.locator('.card').count()).toBe(2);
    writeManifest(good);
    await alert.waitFor({ state: 'detached' });
    await page.locator('.card').filter({ hasText: 'Out of date' }).waitFor();
    const built = await runCommand(root, ['build'], env());
    expect(built.code).toBe(0);
    await expect.poll(() => page.locator('.badge.changed').count()).toBe(0);
  });

  it('finds what git remembers', async () => {
    const git = (...args: string[]): void => {
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
        cwd: root,
        stdio: 'ignore',
      });
    };
    git('init');
    git('add', 'assets.gen.lock.json', 'assets.gen.json');
    git('commit', '-m', 'The hill, as it was');
    writeManifest(manifest().replace('their hill', 'a stone'));
    expect((await runCommand(root, ['build'], env())).code).toBe(0);
    await openAsset('story/hill');
    await page.locator('.history').getByText('The hill, as it was').waitFor();
  });

  it('says that the server is gone, and goes on when it is back', async () => {
    await page.goto(`${gallery.url}#/`);
    await page.locator('.card').first().waitFor();
    await openAsset('story/sea');
    const history = page.locator('.history > li');
    await expect.poll(() => history.count()).toBeGreaterThan(2);
    const bought = await history.count();
    await page.getByRole('button', { name: 'Needs work' }).click();
    await page
      .getByRole('region', { name: 'Decision' })
      .getByText('Needs work', { exact: true })
      .first()
      .waitFor();
    await closeNotices();
    await page.goto(`${gallery.url}#/`);
    await page.locator('.card').filter({ hasText: 'Needs work' }).waitFor();
    const port = Number(new URL(gallery.url).port);
    await gallery.close();
    // An action that was under way says the same of itself, in a notice.
    const banner = page.getByText('The server does not answer. This page may be out of date.');
    await banner.waitFor();
    await expect.poll(() => page.locator('.card').count()).toBe(2);
    gallery = await startGallery(root, env(), port);
    await banner.waitFor({ state: 'detached' });
    await closeNotices();
    // What was done and bought is known as before.
    await openAsset('story/sea');
    await expect.poll(() => history.count()).toBe(bought);
    await page.keyboard.press('Control+z');
    await notice('Taken back: story/sea: needs work').waitFor();
    await closeNotices();
    // The new server has a new token; a click works all the same.
    await openAsset('story/hill');
    await page.locator('.variant').getByRole('button', { name: 'Use this' }).click();
    await page.locator('.variant').nth(0).getByText('In use').waitFor();
    await notice('It cost nothing').waitFor();
    // Chromium reports every attempt to connect again, and the refused token.
    errors.splice(0);
  });

  it('says what to do where there is nothing', async () => {
    writeManifest('{ "assets": {} }');
    await page.goto(gallery.url);
    await page.getByRole('heading', { name: 'No assets yet' }).waitFor();
    writeManifest(MANIFEST);
    await page.locator('.card').first().waitFor();
    await page.getByRole('searchbox').fill('nothing of that name');
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
    await page.getByRole('button', { name: 'Show all 2' }).click();
    await page.locator('.card').first().waitFor();
  });
});
