import dragonUrl from '@gen/dragon.glb';
import hero from '@gen/hero';

export default function App() {
  return (
    <main>
      <img alt="hero" src={hero.url} srcSet={hero.srcset} width={hero.width} height={hero.height} />
      <a id="dragon" href={dragonUrl}>
        dragon
      </a>
    </main>
  );
}
