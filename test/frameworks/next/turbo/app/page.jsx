import hero from '@gen/hero.640w.webp';

export const metadata = { title: 'Turbopack' };

export default function Page() {
  return (
    <main>
      <img alt="hero" src={hero.src} width={hero.width} height={hero.height} />
      <a id="dragon" href={new URL('@gen/dragon.glb', import.meta.url).href}>
        dragon
      </a>
    </main>
  );
}
