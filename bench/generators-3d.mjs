// The 3D generators of the local service: a draft, a full model with its textures, a preview, and the memory of it.
import { median, quick, report } from './report.mjs';
import { peakMemory } from './support/peak-memory.mjs';
import { builtModule } from '../scripts/built-module.mjs';

const { drawModel } = await builtModule('packages/render/src/draw-model.ts');
const { makeModel } = await builtModule('packages/generators/src/model/make-model.ts');

const PROMPTS = [
  'a small red dragon',
  'a wooden crate',
  'an old oak tree',
  'a knight with a shield',
];

function spec(prompt, change) {
  return {
    prompt,
    faces: 500_000,
    pbr: true,
    meshOnly: false,
    seed: 'bench',
    enhance: false,
    draft: false,
    quality: 'standard',
    ...change,
  };
}

// Libraries load, and the engine sees the code once.
for (const prompt of PROMPTS) await makeModel(spec(prompt, { draft: true }));

const drafts = await times(PROMPTS, quick ? 3 : 9, (prompt) =>
  makeModel(spec(prompt, { draft: true })),
);
report({ name: 'draft of a model: time', value: drafts.middle, target: 60, unit: 'ms' });
report({
  name: 'draft of a model: largest size',
  value: drafts.largest / 1024,
  target: 300,
  unit: 'KB',
});

const full = await times(PROMPTS.slice(0, 1), 1, (prompt) => makeModel(spec(prompt)));
const megabytes = peakMemory() / 2 ** 20;
report({
  name: 'model of 500,000 faces, 2048 px: memory',
  value: megabytes,
  target: 400,
  unit: 'MB',
});
const more = await times(PROMPTS, quick ? 1 : 3, (prompt) => makeModel(spec(prompt)));
report({
  name: 'model of 500,000 faces, 2048 px: time',
  value: more.middle,
  target: 3000,
  unit: 'ms',
});

const glb = full.last;
const previews = await times(['preview'], quick ? 2 : 5, () => drawModel(glb, 512));
report({
  name: 'preview of 500,000 faces, 512 px',
  value: previews.middle,
  target: 1000,
  unit: 'ms',
});

async function times(prompts, runs, work) {
  const list = [];
  let largest = 0;
  let last;
  for (let run = 0; run < runs; run++) {
    for (const prompt of prompts) {
      const start = performance.now();
      last = await work(prompt);
      list.push(performance.now() - start);
      largest = Math.max(largest, last.length);
    }
  }
  return { middle: median(list), largest, last };
}
