import { describe, expect, it } from 'vitest';
import { missingNames } from './missing-names.ts';

const TYPES = `declare module "@gen/props/dragon?three" {
  type Nodes = "Body" | "Wing_L" | "dragon";
  type Meshes = "Body";
  type Materials = "Skin";
  type Animations = never;
}
declare module "@gen/crate?r3f" {
  type Nodes = "Lid";
  type Materials = "Wood";
}
declare module "@gen/new?three" {
  type Nodes = string;
  type Materials = string;
  type Animations = string;
}
`;

const DRAGON = "import { load } from '@gen/props/dragon?three';\n";

describe('names of parts that no imported model has', () => {
  it.each([
    ['dragon.nodes.Wing_L.visible = false; dragon.nodes.dragon; dragon.materials.Skin', []],
    [
      'dragon.nodes.Wing_R.visible = false;',
      ['@gen/props/dragon?three has no node "Wing_R": did you mean "Wing_L"?'],
    ],
    [
      'a?.nodes?.Tail; a.nodes["Wing_L"]; a.materials[\'Skim\']',
      [
        '@gen/props/dragon?three has no node "Tail": it has Body, Wing_L, dragon',
        '@gen/props/dragon?three has no material "Skim": did you mean "Skin"?',
      ],
    ],
    ['a.animations.fly', ['@gen/props/dragon?three has no animation "fly": it has none']],
    // Of something else in the same source.
    ['graph.nodes.forEach(each); nodes.Anything', []],
  ])('%s', (code, expected) => {
    expect(missingNames(DRAGON + code, TYPES, '@gen')).toEqual(expected);
  });

  it('in properties of components', () => {
    const code = `import { Crate } from "@gen/crate?r3f";
      const page = <Crate position={[0, 1, 2]} nodes={{ Lid: { visible: false, rotation: [0, 1, 2] }, 'Lit': {} }}
        materials={{ Wod: { color: 'red' } }} />;
      h(Crate, { nodes: { Handle: {} } });`;
    expect(missingNames(code, TYPES, '@gen')).toEqual([
      '@gen/crate?r3f has no node "Lit": did you mean "Lid"?',
      '@gen/crate?r3f has no node "Handle": it has Lid',
      '@gen/crate?r3f has no material "Wod": did you mean "Wood"?',
    ]);
  });

  it('of one of several models, and of none that is not known yet', () => {
    const both = `${DRAGON}import { Crate } from '@gen/crate?r3f';\n`;
    expect(missingNames(`${both}a.nodes.Lid; a.nodes.Body`, TYPES, '@gen')).toEqual([]);
    expect(missingNames(`${both}a.nodes.Lib`, TYPES, '@gen')).toEqual([
      '@gen/props/dragon?three or @gen/crate?r3f has no node "Lib": did you mean "Lid"?',
    ]);
    const unknown = "import { load } from '@gen/new?three'; a.nodes.Anything";
    expect(missingNames(unknown, TYPES, '@gen')).toEqual([]);
    expect(missingNames('a.nodes.Anything', TYPES, '@gen')).toEqual([]);
    expect(missingNames(`${DRAGON}a.nodes.Tail`, '', '@gen')).toEqual([]);
  });
});
