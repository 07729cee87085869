import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { filmFacts } from '../../packages/core/src/testing/film-facts.ts';
import { hasChromium, launchChromium } from '../support/browser.ts';
import { createProject, runCommand } from '../support/command.ts';
import { serveFolder } from '../support/static-server.ts';
import { findTool } from '../support/tools.ts';

const MANIFEST = {
  assets: {
    film: {
      kind: 'video',
      prompt: 'waves at night',
      duration: 4,
      resolution: '480p',
      outputs: [
        'mp4',
        { format: 'webm', width: 320, effort: 0 },
        { format: 'webm', codec: 'av1', width: 160, effort: 0, suffix: 'av1' },
        { format: 'webp', poster: 1, width: 160 },
      ],
    },
  },
};

interface LockText {
  readonly assets: Record<
    string,
    { outputs: Record<string, { digest: string; meta: Record<string, unknown> }> }
  >;
}

const TOOL = 'ffmpeg';

async function facts(file: string) {
  const { format, video, size, seconds } = await filmFacts(readFileSync(file));
  return [format, video, size[0], seconds];
}

describe.skipIf(findTool(TOOL) === undefined)('a video in other codecs', () => {
  // What one test made, the next takes from it.
  const env = { ASSETGEN_CACHE_DIR: mkdtempSync(path.join(tmpdir(), 'cache-')) };

  test('is made once, at no price, and a frozen build without ffmpeg takes it from the cache', async () => {
    const root = await createProject(MANIFEST, { service: 'local' });
    const plan = await runCommand(root, ['plan', '--json'], env);
    // A video costs what it costs without them.
    const plain = await createProject(
      { assets: { film: { ...MANIFEST.assets.film, outputs: ['mp4'] } } },
      { service: 'local' },
    );
    const other = await runCommand(plain, ['plan', '--json'], env);
    expect(plan.json()['points']).toEqual(other.json()['points']);
    const build = await runCommand(root, ['build', '--json'], env);
    expect(build.json()).toMatchObject({ ok: true, generated: 1, converted: 0, outputs: 4 });
    const file = (name: string) => path.join(root, '.assetgen/files', name);
    expect(await facts(file('film.320w.webm'))).toEqual(['WebM', 'vp9', 320, 4]);
    expect(await facts(file('film.av1.webm'))).toEqual(['WebM', 'av1', 160, 4]);

    const lockFile = path.join(root, 'assets.gen.lock.json');
    const before = readFileSync(lockFile, 'utf8');
    const { outputs } = (JSON.parse(before) as LockText).assets['film'] ?? { outputs: {} };
    expect(outputs['film.320w.webm']?.meta).toMatchObject({
      width: 320,
      duration: expect.closeTo(4, 1),
      codec: expect.stringMatching(/^vp09\./),
    });
    rmSync(path.join(root, '.assetgen/files'), { recursive: true });
    const bare = { ...env, PATH: '/nowhere' };
    const frozen = await runCommand(root, ['build', '--frozen', '--json'], bare);
    expect(frozen.json()).toMatchObject({ ok: true, generated: 0, outputs: 4, errors: [] });
    expect(existsSync(file('film.av1.webm'))).toBe(true);
    expect(readFileSync(lockFile, 'utf8')).toBe(before);

    // Where the cache is gone too, it is the one step that this machine cannot do.
    rmSync(path.join(root, '.assetgen/files'), { recursive: true });
    const lost = { ...bare, ASSETGEN_CACHE_DIR: mkdtempSync(path.join(tmpdir(), 'cache-')) };
    const failed = await runCommand(root, ['build', '--json'], lost);
    expect(failed.code).toBe(1);
    expect(failed.json()).toMatchObject({
      ok: false,
      errors: [
        {
          code: 'ASSETGEN_FFMPEG_MISSING',
          asset: 'film',
          message: expect.stringMatching(/needs ffmpeg, found none$/),
          hint: expect.stringContaining('nothing is bought again'),
        },
      ],
    });
  });

  test.runIf(hasChromium)(
    'plays in Chromium, by the first of its sources that it can',
    async () => {
      const root = await createProject(MANIFEST, { service: 'local' });
      expect((await runCommand(root, ['build', '--json'], env)).code).toBe(0);
      const lock = JSON.parse(
        readFileSync(path.join(root, 'assets.gen.lock.json'), 'utf8'),
      ) as LockText;
      const codec = (name: string) => lock.assets['film']?.outputs[name]?.meta['codec'];
      const sources = ['film.av1.webm', 'film.320w.webm']
        .map((name) => `<source src="${name}" type='video/webm; codecs="${codec(name)}"'>`)
        .join('');
      const files = path.join(root, '.assetgen/files');
      writeFileSync(
        path.join(files, 'index.html'),
        `<video muted autoplay loop>${sources}</video>`,
      );
      const server = await serveFolder(files);
      const browser = await launchChromium();
      try {
        const page = await browser.newPage();
        await page.goto(server.url);
        await page.waitForFunction('document.querySelector("video").currentTime > 0.2');
        const found = await page.evaluate(
          `(() => { const v = document.querySelector('video'); return [v.currentSrc.split('/').at(-1), v.videoWidth, Math.round(v.duration)]; })()`,
        );
        expect(found).toEqual(['film.av1.webm', 160, 4]);
      } finally {
        await browser.close();
        await server.close();
      }
    },
  );

  test.runIf(existsSync('/proc/self/cmdline'))(
    'is not encoded for nobody: ffmpeg ends with the process that wants it',
    async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'film-'));
      const file = path.join(folder, 'long.mp4');
      const source = ['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=30:duration=20'];
      const args = ['-v', 'error', ...source, '-c:v', 'libx264', '-preset', 'ultrafast', file];
      await ended(spawn(TOOL, args));
      const module = new URL(
        '../../packages/core/dist/modules/process/video/open-video.js',
        import.meta.url,
      );
      const code = `
        import { readFile } from 'node:fs/promises';
        const { openVideo } = await import(${JSON.stringify(module.href)});
        const opened = await openVideo(await readFile(${JSON.stringify(file)}));
        await opened.transcode('webm', { effort: 9 });`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
        env: { ...process.env, TMPDIR: folder },
        cwd: fileURLToPath(new URL('../..', import.meta.url)),
        stdio: 'ignore',
      });
      await expect.poll(() => encoders(folder)).toHaveLength(1);
      child.kill('SIGKILL');
      await ended(child);
      await expect.poll(() => encoders(folder), { timeout: 60_000 }).toEqual([]);
    },
  );
});

function ended(child: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve) => void child.once('close', () => resolve()));
}

/** The processes of ffmpeg that write below a folder. */
function encoders(folder: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return line.startsWith(`${TOOL}\0`) && line.includes(`${folder}/assetgen-ffmpeg-`);
    } catch {
      return false;
    }
  });
}
