import { Document, NodeIO } from '@gltf-transform/core';

const RINGS = 40;
const SIDES = 24;

/**
 * A tube of height 2 above (10, 3, 0) as a figure: skinned to two joints of which the upper one
 * waves, with a morph target, sparse, that breathes. Its animation has keyframes that say nothing new.
 */
export async function figureGlb(): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (type: 'SCALAR' | 'VEC3' | 'VEC4' | 'MAT4', array: Float32Array | Uint16Array) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const position: number[] = [];
  const normal: number[] = [];
  const joints: number[] = [];
  const weights: number[] = [];
  const breath: number[] = [];
  const index: number[] = [];
  for (let ring = 0; ring <= RINGS; ring++) {
    const height = (ring / RINGS) * 2;
    for (let side = 0; side < SIDES; side++) {
      const turn = (side / SIDES) * 2 * Math.PI;
      const [x, z] = [Math.cos(turn), Math.sin(turn)];
      const upper = Math.min(1, Math.max(0, height - 0.5));
      position.push(x * 0.3, height, z * 0.3);
      normal.push(x, 0, z);
      joints.push(0, 1, 0, 0);
      weights.push(1 - upper, upper, 0, 0);
      // Only the chest moves: most of the target is zero.
      const chest = ring > 18 && ring < 26 ? 0.1 : 0;
      breath.push(x * chest, 0, z * chest);
      if (ring === RINGS) continue;
      const a = ring * SIDES + side;
      const b = ring * SIDES + ((side + 1) % SIDES);
      index.push(a, a + SIDES, b, b, a + SIDES, b + SIDES);
    }
  }
  const root = document.createNode('hips').setTranslation([10, 3, 0]);
  const upper = document.createNode('chest').setTranslation([0, 1, 0]);
  root.addChild(upper);
  // Where a sword would hang: nothing is there yet.
  upper.addChild(document.createNode('hand').setTranslation([0.4, 0, 0]));
  const inverse = [0, 1].flatMap((y) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -y, 0, 1]);
  const skin = document
    .createSkin('bones')
    .addJoint(root)
    .addJoint(upper)
    .setSkeleton(root)
    .setInverseBindMatrices(accessor('MAT4', Float32Array.from(inverse)));
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', Float32Array.from(position)))
    .setAttribute('NORMAL', accessor('VEC3', Float32Array.from(normal)))
    .setAttribute('JOINTS_0', accessor('VEC4', Uint16Array.from(joints)))
    .setAttribute('WEIGHTS_0', accessor('VEC4', Float32Array.from(weights)))
    .setIndices(accessor('SCALAR', Uint16Array.from(index)))
    .setMaterial(document.createMaterial('cloth').setBaseColorFactor([0.8, 0.2, 0.1, 1]))
    .addTarget(
      document
        .createPrimitiveTarget('breath')
        .setAttribute('POSITION', accessor('VEC3', Float32Array.from(breath)).setSparse(true)),
    );
  const mesh = document.createMesh('body').addPrimitive(primitive).setWeights([0]);
  const body = document.createNode('body').setMesh(mesh).setSkin(skin);
  document.createScene('stage').addChild(root).addChild(body);

  const times = accessor(
    'SCALAR',
    Float32Array.from({ length: 41 }, (_, i) => i / 20),
  );
  const turns = Array.from({ length: 41 }, (_, i) => {
    // It stands still for the first second: all of those keyframes are one.
    const half = i < 20 ? 0 : Math.sin((i - 20) / 4) * 0.3;
    return [0, 0, Math.sin(half), Math.cos(half)];
  });
  const wave = document
    .createAnimationSampler()
    .setInput(times)
    .setOutput(accessor('VEC4', Float32Array.from(turns.flat())))
    .setInterpolation('LINEAR');
  const breathe = document
    .createAnimationSampler()
    .setInput(times)
    .setOutput(
      accessor(
        'SCALAR',
        Float32Array.from(turns, ([, , z = 0]) => Math.abs(z)),
      ),
    )
    .setInterpolation('LINEAR');
  document
    .createAnimation('wave')
    .addSampler(wave)
    .addSampler(breathe)
    .addChannel(
      document
        .createAnimationChannel()
        .setTargetNode(upper)
        .setTargetPath('rotation')
        .setSampler(wave),
    )
    .addChannel(
      document
        .createAnimationChannel()
        .setTargetNode(body)
        .setTargetPath('weights')
        .setSampler(breathe),
    );
  return new NodeIO().writeBinary(document);
}
