import dragonUrl from '@gen/dragon.glb';
import hero from '@gen/hero';

const image = Object.assign(document.createElement('img'), {
  alt: 'hero',
  src: hero.url,
  srcset: hero.srcset,
  width: hero.width,
  height: hero.height,
});
const link = Object.assign(document.createElement('a'), { id: 'dragon', href: dragonUrl });
link.append('dragon');
document.body.append(image, link);
