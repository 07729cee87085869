// npm run gallery:samples, second part: draws 24 pictures of the local service as one sheet,
// docs/pictures.jpg. Run after `npm run build`.
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { builtModule } from './built-module.mjs';

const { makePicture } = await builtModule('packages/generators/src/picture/make-picture.ts');

const PROMPTS = [
  'a castle on a mountain at sunset',
  'a pirate ship at sea, dawn',
  'a neon city at night, rain',
  'an astronaut near a ringed planet in space',
  'a goldfish in a coral reef underwater',
  'an erupting volcano with a dragon, night',
  'a fox in the snow',
  'a lighthouse in a storm',
  'an old armchair in a room, golden light',
  'hot air balloons over a lake at dawn',
  'a red car in the desert at golden hour',
  'a wizard in a dark forest at night, fireflies',
  'a whale in the arctic sea, clear day',
  'eagles over mountains, day',
  'abstract teal and orange waves',
  'a windmill in a meadow at golden hour',
  'a robot in a city at dusk',
  'a blue vase on a table, day',
  'a japanese temple in autumn',
  'red mushrooms in a misty forest',
  'a rocket in a purple galaxy',
  'a cherry blossom tree, day',
  'a bridge at sunset',
  'a knight in the mountains, dawn',
];
const [width, height, columns] = [384, 256, 6];

const tiles = [];
for (const [index, prompt] of PROMPTS.entries()) {
  const picture = await makePicture({
    prompt,
    width: width * 2,
    height: height * 2,
    seed: 'samples',
    references: [],
    draft: false,
  });
  tiles.push({
    input: await sharp(picture).resize(width, height).png().toBuffer(),
    left: (index % columns) * width,
    top: Math.floor(index / columns) * height,
  });
}
const file = fileURLToPath(new URL('../docs/pictures.jpg', import.meta.url));
await sharp({
  create: {
    width: width * columns,
    height: height * Math.ceil(tiles.length / columns),
    channels: 3,
    background: '#000',
  },
})
  .composite(tiles)
  .jpeg({ quality: 82, mozjpeg: true })
  .toFile(file);
console.log(`docs/pictures.jpg: ${PROMPTS.length} pictures`);
