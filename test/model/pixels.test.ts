import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Document, NodeIO } from '@gltf-transform/core';
import { beforeAll, expect, test } from 'vitest';
import { addSphere } from '../../packages/core/src/testing/add-sphere.ts';
import { cleanEnv } from '../support/env.ts';
import { runNode } from '../support/run-node.ts';

const BUILT = new URL('../../scripts/built-module.mjs', import.meta.url).href;
let file: string;

/** Two spheres of two flat colours, without a texture. */
beforeAll(async () => {
  const document = new Document();
  document.createBuffer();
  const scene = document.createScene();
  for (const red of [0, 1]) {
    const material = document.createMaterial().setBaseColorFactor([red, 0.5, 0.5, 1]);
    scene.addChild(addSphere(document, material, 8).node);
  }
  file = path.join(await mkdtemp(path.join(tmpdir(), 'flat-')), 'flat.glb');
  await writeFile(file, await new NodeIO().writeBinary(document));
});

test.each([
  [
    { simplify: 0.5, compress: 'meshopt' },
    { isLoaded: false, textures: 0 },
  ],
  // A palette is a picture, which it paints.
  [{ palette: true }, { isLoaded: true, textures: 1 }],
])(
  'a model without textures, made with %j, loads the image library for pixels only: %j',
  async (options, expected) => {
    const code = `
    import { readFileSync } from 'node:fs';
    const { builtModule } = await import(${JSON.stringify(BUILT)});
    const { openModel } = await builtModule('packages/core/src/process/model/open-model.ts');
    const step = { type: 'model', options: ${JSON.stringify(options)} };
    const opened = await openModel(readFileSync(${JSON.stringify(file)}), [step]);
    const { meta } = await opened.make(step);
    const isLoaded = process.report.getReport().sharedObjects.some((each) => /sharp/.test(each));
    console.log(JSON.stringify({ isLoaded, textures: meta.textures }));`;
    const ran = await runNode(['--input-type=module', '-e', code], {
      cwd: path.dirname(file),
      env: cleanEnv(),
    });
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(ran.stdout)).toEqual(expected);
  },
);
