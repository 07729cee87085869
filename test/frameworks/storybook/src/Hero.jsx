import dragonUrl from '@gen/dragon.glb';
import hero from '@gen/hero';
import './style.css';

export function Hero() {
  return (
    <main>
      <img alt="hero" src={hero.url} srcSet={hero.srcset} width={hero.width} height={hero.height} />
      <a id="dragon" href={dragonUrl}>
        dragon
      </a>
    </main>
  );
}
