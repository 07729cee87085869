import dragonUrl from '@gen/dragon.glb';
import hero from '@gen/hero';
import './style.css';

const { url, srcset, width, height } = hero;
document.getElementById('root').innerHTML = `
  <img alt="hero" src="${url}" srcset="${srcset}" width="${width}" height="${height}" />
  <a id="dragon" href="${dragonUrl}">dragon</a>`;
