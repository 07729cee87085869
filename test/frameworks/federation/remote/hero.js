import hero from '@gen/hero';

/** Of another build than the page's: its files are its own. */
export function show(root) {
  const { url, srcset, width, height } = hero;
  root.insertAdjacentHTML(
    'beforeend',
    `<img alt="hero" src="${url}" srcset="${srcset}" width="${width}" height="${height}" />`,
  );
}
