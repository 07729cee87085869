import dragonUrl from '@gen/dragon.glb';
import hero from '@gen/hero';
import { Here } from './here.jsx';

export const metadata = { title: 'Next' };

export default function Page() {
  return (
    <main>
      <img alt="hero" src={hero.url} srcSet={hero.srcset} width={hero.width} height={hero.height} />
      <a id="dragon" href={dragonUrl}>
        dragon
      </a>
      <Here />
    </main>
  );
}
