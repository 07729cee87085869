import type dragon from '@gen/dragon';

type Files = (typeof dragon)['files'];

export interface Levels {
  /** Offers each level, and shows the finest. Resolves when it is shown. */
  offer(files: Files): Promise<void>;
}

/** One button a level of detail; `show` draws a level, by its place in the files. */
export function openLevels(group: HTMLElement, show: (level: number) => Promise<void>): Levels {
  let buttons: HTMLButtonElement[] = [];

  function press(level: number): Promise<void> {
    buttons.forEach((button, at) => button.setAttribute('aria-pressed', String(at === level)));
    return show(level);
  }

  return {
    async offer(files) {
      buttons = files.map((file, level) => {
        const button = document.createElement('button');
        const triangles = document.createElement('strong');
        triangles.textContent = (file.triangles ?? 0).toLocaleString('en');
        const word = document.createElement('span');
        word.textContent = ' triangles';
        button.append(triangles, word, `, ${size(file.bytes)}`);
        button.addEventListener('click', () => void press(level));
        return button;
      });
      group.replaceChildren(...buttons);
      await press(0);
    },
  };
}

function size(bytes: number): string {
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
