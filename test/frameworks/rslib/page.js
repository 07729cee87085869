import './lib/index.css';
import { dragonUrl, hero } from './lib/index.js';

const { url, srcset, width, height } = hero;
document.getElementById('root').innerHTML = `<main>
  <img alt="hero" src="${url}" srcset="${srcset}" width="${width}" height="${height}" />
  <a id="dragon" href="${dragonUrl}">dragon</a>
</main>`;
