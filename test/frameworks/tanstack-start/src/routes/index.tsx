import dragonUrl from '@gen/dragon.glb';
import hero from '@gen/hero';
import { createFileRoute } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

export const Route = createFileRoute('/')({ component: Home });

function Home() {
  const [client, setClient] = useState('');
  useEffect(() => setClient(dragonUrl), []);
  return (
    <main>
      <img alt="hero" src={hero.url} srcSet={hero.srcset} width={hero.width} height={hero.height} />
      <a id="dragon" href={dragonUrl}>
        dragon
      </a>
      <p id="client">{client}</p>
    </main>
  );
}
