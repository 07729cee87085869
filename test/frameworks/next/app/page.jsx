import dragonUrl from '@gen/dragon.glb';
import hero from '@gen/hero';
import { Hero } from '@gen/hero?react';
import { Fox } from '@gen/portraits/fox?react';
import { Here } from './here.jsx';

export const metadata = { title: 'Next' };

export default function Page() {
  return (
    <main>
      <img alt="hero" src={hero.url} srcSet={hero.srcset} width={hero.width} height={hero.height} />
      <Hero alt="component" sizes="50vw" />
      <Fox alt="of a folder" />
      <a id="dragon" href={dragonUrl}>
        dragon
      </a>
      <i>{new URL('@gen/dragon.glb', import.meta.url).href}</i>
      <Here />
    </main>
  );
}
