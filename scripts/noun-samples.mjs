// npm run gallery:samples, third part: draws 100 random nouns of the vocabulary and 50 of a list that is
// not ours as models and as pictures, docs/nouns.jpg, so that somebody looks how many can be named.
// `-- --blind` numbers them instead of naming them, and `-- --seed N` takes others. Run after `npm run build`.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { builtModule } from './built-module.mjs';

const { makeModel } = await builtModule('packages/generators/src/model/make-model.ts');
const { makePicture } = await builtModule('packages/generators/src/picture/make-picture.ts');
const { lexicon } = await builtModule('packages/generators/src/subjects/lexicon.ts');
const { drawModel } = await builtModule('packages/render/src/draw-model.ts');

/** The classes of the COCO data set, in its order. */
const COCO =
  `person|bicycle|car|motorcycle|airplane|bus|train|truck|boat|traffic light|fire hydrant|stop sign
parking meter|bench|bird|cat|dog|horse|sheep|cow|elephant|bear|zebra|giraffe|backpack|umbrella|handbag|tie|suitcase
frisbee|skis|snowboard|sports ball|kite|baseball bat|baseball glove|skateboard|surfboard|tennis racket|bottle
wine glass|cup|fork|knife|spoon|bowl|banana|apple|sandwich|orange|broccoli|carrot|hot dog|pizza|donut|cake|chair
couch|potted plant|bed|dining table|toilet|tv|laptop|mouse|remote|keyboard|cell phone|microwave|oven|toaster|sink
refrigerator|book|clock|vase|scissors|teddy bear|hair drier|toothbrush`.split(/[|\n]/);
const [TILE, LABEL, COLUMNS] = [96, 14, 15];

const { values } = parseArgs({
  options: { blind: { type: 'boolean', default: false }, seed: { type: 'string', default: '1' } },
});
const own = [...lexicon().words].filter(([, { exact }]) => exact).map(([word]) => word);
const nouns = [...taken(own, 100), ...taken(COCO, 50)];
const tiles = [];
for (const [index, noun] of nouns.entries()) {
  const prompt = `a ${noun}`;
  const spec = { prompt, seed: 'nouns', draft: false };
  const model = await makeModel({
    ...spec,
    draft: true,
    faces: 100_000,
    pbr: false,
    meshOnly: false,
    enhance: false,
    quality: 'standard',
  });
  const picture = await makePicture({ ...spec, width: 256, height: 256, references: [] });
  const left = (index % COLUMNS) * TILE;
  const top = Math.floor(index / COLUMNS) * (2 * TILE + LABEL);
  tiles.push(
    { input: await drawModel(model, TILE), left, top },
    { input: await sharp(picture).resize(TILE).toBuffer(), left, top: top + TILE },
    { input: label(values.blind ? `${index + 1}` : noun), left, top: top + 2 * TILE },
  );
}
const file = fileURLToPath(new URL('../docs/nouns.jpg', import.meta.url));
const height = Math.ceil(nouns.length / COLUMNS) * (2 * TILE + LABEL);
await sharp({ create: { width: COLUMNS * TILE, height, channels: 3, background: '#fff' } })
  .composite(tiles)
  .jpeg({ quality: 80, mozjpeg: true })
  .toFile(file);
console.log(nouns.map((noun, index) => `${index + 1} ${noun}`).join(', '));

/** So many of the list by chance, the same for the same seed. */
function taken(list, count) {
  let state = Number(values.seed);
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  return list
    .map((word) => [next(), word])
    .sort(([a], [b]) => a - b)
    .slice(0, count)
    .map(([, word]) => word);
}

function label(text) {
  const safe = text.slice(0, 18).replaceAll('&', '&amp;');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${TILE}" height="${LABEL}"><text x="2" y="11" font-size="11" font-family="sans-serif">${safe}</text></svg>`,
  );
}
