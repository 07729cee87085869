import dragonUrl from '@gen/dragon.glb';
import dragonPicture from '@gen/dragon.thumbnail.webp';
import { Fox } from '@gen/fox?react';
import { Owl } from '@gen/owl?react';
import { Valley } from '@gen/valley?react';

export default function Page() {
  return (
    <main>
      <header>
        <Valley alt="Misty mountains at dawn" sizes="100vw" />
        <h1>Three portraits</h1>
        <p>Each is one sentence in assets.gen.json. Change a sentence, and watch its picture.</p>
      </header>
      <section>
        <figure>
          <Fox alt="A fox in the forest" sizes="(min-width: 60rem) 20rem, 100vw" />
          <figcaption>a fox with a white belly, forest</figcaption>
        </figure>
        <figure>
          <Owl alt="An owl at night" sizes="(min-width: 60rem) 20rem, 100vw" />
          <figcaption>an owl on a branch at night</figcaption>
        </figure>
        <figure>
          <img src={dragonPicture} alt="A small red dragon" width={640} height={640} />
          <figcaption>
            a small red dragon: <a href={dragonUrl}>the model</a>
          </figcaption>
        </figure>
      </section>
    </main>
  );
}
