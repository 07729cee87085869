import { beforeAll, describe, expect, it } from 'vitest';
import { sampleGlb } from '../../testing/sample-glb.ts';
import { modelFamily } from './model-family.ts';
import { glbProblem } from './glb-problem.ts';

let glb: Buffer;
beforeAll(async () => {
  glb = Buffer.from((await sampleGlb(6)).glb);
});

/** The same file with a text of its JSON replaced by one of the same length. */
function changed(from: string, to: string): Buffer {
  const at = glb.indexOf(from);
  if (at < 0 || from.length !== to.length) throw new Error(`no ${from}`);
  const bytes = Buffer.from(glb);
  bytes.write(to, at);
  return bytes;
}

describe('glbProblem', () => {
  it('has nothing against a valid one, nor against a normal that is a little too long', async () => {
    expect(await glbProblem(glb)).toBeNull();
    const longer = Buffer.from(glb);
    // The first normal of the sphere is (0, 1, 0).
    const first = Buffer.from(new Float32Array([0, 1, 0]).buffer);
    const positions = longer.indexOf(first);
    const normals = longer.indexOf(first, positions + 12);
    longer.writeFloatLE(1.1, normals + 4);
    expect(await glbProblem(longer)).toBeNull();
  });

  it('tells how many errors, and of the first what and where', async () => {
    expect(await glbProblem(changed('"mode":4', '"mode":9'))).toMatch(
      /^\d+ errors?, the first at \/meshes\/0\/primitives\/0\/mode: .+/,
    );
  });

  it('is told with every output of the model', async () => {
    const bad = changed('image/png', 'image/gif');
    const steps = [
      { type: 'model', options: {} },
      { type: 'model', options: { simplify: 0.5 } },
    ] as const;
    for (const [source, invalid] of [
      [bad, expect.stringMatching(/^2 errors, the first at \/images\/0/)],
      [glb, undefined],
    ] as const) {
      const opened = await modelFamily.open(source, steps);
      for (const step of steps) expect((await opened.make(step)).meta.invalid).toEqual(invalid);
    }
  });
});
