import { component$, useSignal, useVisibleTask$ } from '@builder.io/qwik';
import dragonUrl from '@gen/dragon.glb';
import hero from '@gen/hero';

export default component$(() => {
  const client = useSignal('');
  useVisibleTask$(() => {
    client.value = dragonUrl;
  });
  return (
    <main>
      <img alt="hero" src={hero.url} srcset={hero.srcset} width={hero.width} height={hero.height} />
      <a id="dragon" href={dragonUrl}>
        dragon
      </a>
      <p id="client">{client.value}</p>
    </main>
  );
});
