import dragon from '@gen/dragon';
import flight from '@gen/flight';
import valley from '@gen/valley';
import { openLevels } from './levels.ts';
import { openTurntable } from './turntable.ts';

function element<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found as T;
}

function showBackdrop(image: typeof valley): void {
  const backdrop = element<HTMLImageElement>('backdrop');
  backdrop.style.backgroundImage = `url("${image.placeholder}")`;
  backdrop.width = image.width;
  backdrop.height = image.height;
  backdrop.sizes = '(min-aspect-ratio: 16/9) 100vw, 178vh';
  backdrop.srcset = image.srcset;
  backdrop.src = image.url;
  element('valley-facts').textContent = [
    `${image.width} × ${image.height}`,
    `${image.files.length} widths`,
    megabytes(image.files),
  ].join(' · ');
}

function showFilm(video: typeof flight): void {
  const film = element<HTMLVideoElement>('film');
  film.width = video.width;
  film.height = video.height;
  film.src = video.url;
  element('flight-facts').textContent = [
    `${video.width} × ${video.height}`,
    `${Math.round(video.duration)} seconds`,
    megabytes(video.files),
  ].join(' · ');
}

function showModelFacts(model: typeof dragon): void {
  element('dragon-facts').textContent = [
    `${model.triangles.toLocaleString('en')} triangles`,
    `${model.files.length} levels of detail`,
    megabytes(model.files),
  ].join(' · ');
}

function megabytes(files: readonly { readonly bytes: number }[]): string {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

showBackdrop(valley);
showFilm(flight);
showModelFacts(dragon);

const calm = matchMedia('(prefers-reduced-motion: reduce)');
const turntable = openTurntable(element<HTMLCanvasElement>('turntable'), {
  turning: !calm.matches,
});
const levels = openLevels(element('levels'), (level) => turntable.show(level));
await levels.offer(dragon.files);
document.documentElement.dataset['state'] = 'ready';

// The film plays while it is on the screen. A busy browser tells several changes at once; the last one holds.
new IntersectionObserver(
  (entries) => {
    const film = element<HTMLVideoElement>('film');
    if (entries.at(-1)?.isIntersecting !== true) film.pause();
    // A browser may refuse; the controls are there.
    else if (!calm.matches) film.play().catch(() => undefined);
  },
  { threshold: 0.5 },
).observe(element('film'));

// In dev, an edit of the manifest swaps the asset in place; the dragon on the turntable does so itself.
import.meta.hot?.accept('@gen/dragon', async (module) => {
  if (module === undefined) return;
  const now = module['default'] as typeof dragon;
  showModelFacts(now);
  await levels.offer(now.files);
});
import.meta.hot?.accept('@gen/valley', (module) => {
  if (module !== undefined) showBackdrop(module['default'] as typeof valley);
});
import.meta.hot?.accept('@gen/flight', (module) => {
  if (module !== undefined) showFilm(module['default'] as typeof flight);
});
