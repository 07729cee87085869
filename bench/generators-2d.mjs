// Pictures, videos and conversions of the local service, from the built packages.
//
// Processor time of all threads, not wall time: that is what one core needs, also on a machine that
// is busy with other work.
import { Document, NodeIO } from '@gltf-transform/core';
import { median, quick, report } from './report.mjs';
import { builtModule } from '../scripts/built-module.mjs';

const { convert } = await builtModule('packages/service/src/convert/convert.ts');
const { makePicture } = await builtModule('packages/generators/src/picture/make-picture.ts');
const { detectPortrait } = await builtModule('packages/generators/src/portrait/detect-portrait.ts');
const { makeVideo } = await builtModule('packages/generators/src/video/make-video.ts');

/** The median processor time of each case, run in turns. Unit: milliseconds. */
async function processorTimes(cases, runs) {
  const times = new Map(Object.keys(cases).map((name) => [name, []]));
  for (let run = 0; run < (quick ? Math.min(runs, 3) : runs); run++) {
    for (const [name, work] of Object.entries(cases)) {
      const start = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(start);
      times.get(name).push((user + system) / 1000);
    }
  }
  return Object.fromEntries([...times].map(([name, list]) => [name, median(list)]));
}

const PROMPTS = [
  'a castle on a mountain at sunset',
  'a pirate ship at sea, dawn',
  'a neon city at night',
];

const picture = (options) => async () => {
  for (const prompt of PROMPTS) {
    await makePicture({
      prompt,
      width: 1024,
      height: 1024,
      seed: 'bench',
      references: [],
      draft: false,
      ...options,
    });
  }
};
const reference = await makePicture({
  prompt: PROMPTS[0],
  width: 512,
  height: 512,
  seed: 'r',
  references: [],
  draft: false,
});
const pictures = await processorTimes(
  {
    full: picture({}),
    draft: picture({ draft: true }),
    large: picture({ width: 2048, height: 2048 }),
    repainted: picture({ references: [reference] }),
    portrait: () => detectPortrait(reference),
  },
  5,
);
report({ name: 'image 1024 x 1024', value: pictures.full / 3, target: 1000, unit: 'ms' });
report({ name: 'image 2048 x 2048', value: pictures.large / 3, target: 4000, unit: 'ms' });
report({
  name: 'image 1024 x 1024, image to image',
  value: pictures.repainted / 3,
  target: 1500,
  unit: 'ms',
});
report({ name: 'image 1024 x 1024, draft', value: pictures.draft / 3, target: 100, unit: 'ms' });
report({ name: 'portrait check', value: pictures.portrait, target: 100, unit: 'ms' });

const video = (options) => () =>
  makeVideo({
    prompt: PROMPTS[1],
    width: 1280,
    height: 720,
    seconds: 4,
    seed: 'bench',
    references: [],
    draft: false,
    ...options,
  });
const videos = await processorTimes(
  {
    hd: video({}),
    draft: video({ draft: true }),
    ...(quick ? {} : { full: video({ width: 1920, height: 1080 }) }),
  },
  3,
);
report({
  name: 'video 720p, 4 s: share of real time',
  value: videos.hd / 4000,
  target: 1,
  unit: 'x',
});
report({ name: 'video 720p, 4 s, draft', value: videos.draft, target: 1500, unit: 'ms' });
if (videos.full !== undefined) {
  report({
    name: 'video 1080p, 4 s: share of real time',
    value: videos.full / 4000,
    target: 2.25,
    unit: 'x',
  });
}

const glb = await plane(500_000);
for (const [format, target] of [
  ['glb', 2000],
  ['stl', 1000],
  ['fbx', 2000],
  ['usdz', 3000],
  ['obj', 4000],
]) {
  const { time } = await processorTimes(
    { time: () => convert({ glb, format, sizeMm: 100, name: 'plane' }) },
    3,
  );
  report({ name: `convert 500,000 triangles to ${format}`, value: time, target, unit: 'ms' });
}

/** A GLB of a wavy sheet with normals and UVs. */
async function plane(triangles) {
  const side = Math.round(Math.sqrt(triangles / 2));
  const [positions, normals, uvs, indices] = [[], [], [], []];
  for (let y = 0; y <= side; y++) {
    for (let x = 0; x <= side; x++) {
      positions.push(x / side, Math.sin(x / 20) * 0.1, y / side);
      normals.push(0, 1, 0);
      uvs.push(x / side, y / side);
      const corner = y * (side + 1) + x;
      if (x < side && y < side)
        indices.push(
          corner,
          corner + side + 1,
          corner + 1,
          corner + 1,
          corner + side + 1,
          corner + side + 2,
        );
    }
  }
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (type, array) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', Float32Array.from(positions)))
    .setAttribute('NORMAL', accessor('VEC3', Float32Array.from(normals)))
    .setAttribute('TEXCOORD_0', accessor('VEC2', Float32Array.from(uvs)))
    .setIndices(accessor('SCALAR', Uint32Array.from(indices)))
    .setMaterial(document.createMaterial('sheet'));
  document
    .createScene()
    .addChild(
      document.createNode('sheet').setMesh(document.createMesh('sheet').addPrimitive(primitive)),
    );
  return new NodeIO().writeBinary(document);
}
