import type { Node } from '@gltf-transform/core';
import { Document } from '@gltf-transform/core';
import { describe, expect, it } from 'vitest';
import { describeModel } from './describe-model.ts';
import { readStance } from './read-stance.ts';

type Quaternion = [number, number, number, number];
const HALF = Math.SQRT1_2;
const TURNS = {
  'as it should': [0, 0, 0, 1],
  'on its back': [-HALF, 0, 0, HALF],
  'on its face': [HALF, 0, 0, HALF],
  'on its side': [0, 0, HALF, HALF],
  'facing away': [0, 1, 0, 0],
  'facing aside': [0, HALF, 0, HALF],
  'in between': [0, 0.3827, 0, 0.9239],
} as const satisfies Record<string, Quaternion>;

/** Bones of a figure that looks along +z, its left at +x, as `name` calls them; turned as a whole. */
function figure(name: (side: 'left' | 'right' | '', part: string) => string, turn: Quaternion) {
  const document = new Document();
  const top = document.createNode('armature').setRotation([...turn]);
  document.createScene().addChild(top);
  const skin = document.createSkin();
  const bone = (parent: Node, each: string, place: [number, number, number]) => {
    const node = document.createNode(each).setTranslation(place);
    parent.addChild(node);
    skin.addJoint(node);
    return node;
  };
  const hips = bone(top, name('', 'hips'), [0, 1, 0]);
  bone(hips, name('', 'head'), [0, 0.7, 0.05]);
  for (const [side, x] of [
    ['left', 1],
    ['right', -1],
  ] as const) {
    bone(hips, name(side, 'hand'), [x * 0.7, 0.4, 0]);
    bone(hips, name(side, 'foot'), [x * 0.1, -0.9, 0.1]);
  }
  return document;
}

const title = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const NAMES = {
  mixamo: (side: string, part: string) => `mixamorig:${title(side)}${title(part)}`,
  blender: (side: string, part: string) =>
    side === '' ? part : `${part}.${title(side.slice(0, 1))}`,
  biped: (side: string, part: string) => `Bip01 ${title(side.slice(0, 1))} ${title(part)}`,
  unreal: (side: string, part: string) => (side === '' ? part : `${part}_${side.slice(0, 1)}_01`),
} as const;

describe('how a figure stands', () => {
  it.each(Object.entries(NAMES))('is read from its bones: %s', (_, name) => {
    const found = Object.entries(TURNS).map(([how, turn]) => [
      how,
      readStance(figure(name, [...turn])),
    ]);
    expect(Object.fromEntries(found)).toEqual({
      'as it should': undefined,
      'on its back': { up: '-z', front: '+y' },
      'on its face': { up: '+z', front: '-y' },
      'on its side': { up: '-x' },
      'facing away': { front: '-z' },
      'facing aside': { front: '+x' },
      'in between': undefined,
    });
  });

  it('is not read from names that say nothing, nor from nodes that are no bones', () => {
    const numbered = figure((side, part) => `joint ${part.length + side.length}`, [0, 1, 0, 0]);
    expect(readStance(numbered)).toBeUndefined();
    const document = figure(NAMES.blender, [0, 1, 0, 0]);
    for (const skin of document.getRoot().listSkins()) skin.dispose();
    expect(readStance(document)).toBeUndefined();
    expect(readStance(new Document())).toBeUndefined();
  });

  it('is a fact of a model only where something is wrong', async () => {
    const told = async (turn: Quaternion) => describeModel(figure(NAMES.blender, turn));
    expect(await told([0, 1, 0, 0])).toMatchObject({ turned: { front: '-z' } });
    expect(await told([0, 0, 0, 1])).not.toHaveProperty('turned');
  });
});
