// npm run gallery:samples: draws 24 models of the local service as one sheet, docs/samples.png.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { builtModule } from './built-module.mjs';

const { drawModel } = await builtModule('packages/render/src/draw-model.ts');
const { makeModel } = await builtModule('packages/generators/src/model/make-model.ts');

const PROMPTS = [
  'a small red dragon, game ready',
  'a knight in shining armor',
  'an old wizard with a purple robe',
  'a fox with a white belly',
  'an owl',
  'a friendly robot',
  'a wooden treasure chest with golden bands, full of gold, open',
  'a steel sword with a golden guard and a blue gem',
  'a barrel',
  'a glowing green potion',
  'a glowing purple crystal',
  'a spell book',
  'a cozy stone cottage with a red roof',
  'a castle with blue roofs',
  'a windmill',
  'an old oak tree',
  'spotted mushrooms',
  'a mossy boulder',
  'a pirate ship',
  'a red car',
  'a rocket',
  'a royal throne with red velvet cushions',
  'a donut with pink glaze',
  'the sound of forgetting',
];
const COLUMNS = 6;
const TILE = 288;

const file = fileURLToPath(new URL('../docs/samples.png', import.meta.url));
const tiles = [];
for (const [i, prompt] of PROMPTS.entries()) {
  const glb = await makeModel({
    prompt,
    faces: 100_000,
    pbr: true,
    meshOnly: false,
    seed: 'samples',
    enhance: false,
    draft: false,
    quality: 'standard',
  });
  tiles.push({
    input: await drawModel(glb, TILE),
    left: (i % COLUMNS) * TILE,
    top: Math.floor(i / COLUMNS) * TILE,
  });
  console.error(`${i + 1}/${PROMPTS.length} ${prompt}`);
}
const sheet = sharp({
  create: {
    width: COLUMNS * TILE,
    height: Math.ceil(PROMPTS.length / COLUMNS) * TILE,
    channels: 3,
    background: '#ffffff',
  },
}).composite(tiles);
const png = await sheet.png({ palette: true, colours: 256, effort: 10, dither: 0.4 }).toBuffer();
await writeFile(file, png);
console.log(`${file} ${(png.length / 1024).toFixed(0)} KB`);
