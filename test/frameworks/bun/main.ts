import hero from '@gen/hero';
import url from '@gen/hero.320w.webp';

const found: URL = new URL('@gen/hero.320w.webp', import.meta.url);
console.log(JSON.stringify([hero.url, hero.width, url, found.pathname]));
