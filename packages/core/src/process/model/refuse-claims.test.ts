import { describe, expect, it } from 'vitest';
import { refuseClaims } from './refuse-claims.ts';

/** A GLB of this JSON, with so many bytes behind it. */
function glb(json: object, bytes = 0, head: Uint8Array = new Uint8Array()): Uint8Array {
  const text = Buffer.from(JSON.stringify(json));
  const source = Buffer.alloc(20 + text.length + 8 + bytes);
  source.write('glTF', 'latin1');
  source.writeUInt32LE(2, 4);
  source.writeUInt32LE(source.length, 8);
  source.writeUInt32LE(text.length, 12);
  text.copy(source, 20);
  source.set(head, 20 + text.length + 8);
  return source;
}

const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
const floats = (count: number, type = 'VEC3') => ({ componentType: 5126, count, type });
const MB = 1_000_000;

describe('what a GLB claims is refused with the number and the limit', () => {
  it.each<[string, object, RegExp]>([
    [
      'geometry that no byte backs',
      { accessors: [floats(170 * MB)] },
      /claims 2040000000 bytes of geometry; the limit is 320\d+$/,
    ],
    [
      'counts that hide behind a negative one',
      { accessors: [floats(170 * MB), floats(-170 * MB)] },
      /2040000000 bytes/,
    ],
    [
      'a sparse accessor of more values than it has',
      { accessors: [{ ...floats(3), sparse: { count: 4e9 } }] },
      /48000000000 bytes/,
    ],
    [
      'what meshopt unpacks to',
      {
        bufferViews: [
          { extensions: { EXT_meshopt_compression: { count: 100 * MB, byteStride: 16 } } },
        ],
      },
      /1600000000 bytes/,
    ],
    [
      'a scene that names one node again and again',
      { scenes: [{ nodes: many(4_000, () => 0) }], nodes: [{}] },
      /claims 16000000 pairs of references to one node/,
    ],
    [
      'primitives that share an accessor',
      {
        accessors: [floats(MB)],
        meshes: [{ primitives: many(100, () => ({ attributes: { POSITION: 0 }, indices: 0 })) }],
      },
      /claims 200000000 vertices of primitives/,
    ],
    [
      'morph targets that share one',
      {
        accessors: [floats(MB)],
        meshes: [
          {
            primitives: [
              { attributes: { POSITION: 0 }, targets: many(99, () => ({ POSITION: 0 })) },
            ],
          },
        ],
      },
      /claims 100000000 vertices of primitives/,
    ],
    [
      'nodes that share a mesh',
      {
        accessors: [floats(MB)],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
        nodes: many(100, () => ({ mesh: 0 })),
      },
      /claims 100000000 vertices in its scene/,
    ],
    [
      'a mesh that is instanced',
      {
        accessors: [floats(1000), floats(MB)],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
        nodes: [
          {
            mesh: 0,
            extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 1 } } },
          },
        ],
      },
      /claims 1000000000 vertices in its scene/,
    ],
    [
      'animations that share an accessor',
      {
        accessors: [floats(MB, 'SCALAR')],
        animations: [{ samplers: many(100, () => ({ input: 0, output: 0 })) }],
      },
      /claims 200000000 keyframes/,
    ],
    [
      'images that share a view',
      { bufferViews: [{ byteLength: MB }], images: many(100, () => ({ bufferView: 0 })) },
      /claims 100000000 bytes of images/,
    ],
    [
      'skins that share joints',
      {
        meshes: [{ primitives: many(100, () => ({ attributes: {} })) }],
        skins: [{ joints: many(20_000, () => 0) }],
        nodes: [{ mesh: 0, skin: 0 }],
      },
      /claims 2000000 joints of skins/,
    ],
    ['nodes', { nodes: many(60_000, () => ({})) }, /claims 60000 things in its lists/],
    ['children', { nodes: [{ children: many(60_000, () => 1) }] }, /claims 60001 things/],
    [
      'materials',
      { materials: many(3_000, () => ({})) },
      /claims 3000 materials; the limit is 2000/,
    ],
    [
      'a chain of nodes',
      { nodes: many(600, (at) => ({ children: [at + 1] })) },
      /claims 600 nodes within each other; the limit is 512$/,
    ],
    [
      'a ring of nodes',
      { nodes: [{ children: [1] }, { children: [0] }] },
      /claims endless nodes within each other/,
    ],
    ['a deep extra', { extras: many(1, () => deep(200)) }, /JSON more than 128 levels deep/],
  ])('%s', (_name, json, message) => {
    expect(() => refuseClaims(glb(json))).toThrow(message);
    expect(() => refuseClaims(glb(json))).toThrow(
      expect.objectContaining({ code: 'ASSETGEN_CONTENT' }),
    );
  });

  it.each([
    ['of a sequential mesh', [0], /claims 12012000000 bytes of geometry/],
    ['of edgebreaker', [1, 0], /claims 12012000000 bytes of geometry/],
  ])('the head of Draco, %s', (_name, method, message) => {
    const billion = [0x80, 0x94, 0xeb, 0xdc, 3];
    const million = [0xc0, 0x84, 0x3d];
    const head = [...Buffer.from('DRACO'), 2, 2, 1, method[0]!, 0, 0];
    const bytes = [...head, ...method.slice(1), ...billion, ...million];
    const json = {
      bufferViews: [{ buffer: 0, byteOffset: 4, byteLength: 40 }],
      meshes: [{ primitives: [{ extensions: { KHR_draco_mesh_compression: { bufferView: 0 } } }] }],
    };
    const source = glb(json, 44, Uint8Array.from([0, 0, 0, 0, ...bytes]));
    expect(() => refuseClaims(source)).toThrow(message);
    // The same bytes without the magic claim nothing.
    expect(() => refuseClaims(glb(json, 44))).not.toThrow();
  });

  it.each([
    ['no list where one should be', { nodes: 3, accessors: {}, meshes: [null, 'x', []] }],
    ['numbers that are none', { accessors: [{ count: 'x' }, { count: null }, null] }],
    ['places that are nowhere', { nodes: [{ mesh: 9, skin: -1, children: [7, -1, 1.5, 'x'] }] }],
  ])('%s claim nothing', (_name, json) => {
    expect(() => refuseClaims(glb(json))).not.toThrow();
  });
});

describe('what is large and real passes', () => {
  it('half a million faces, and compressed to a twentieth', () => {
    const json = {
      accessors: [floats(250_000), floats(250_000), floats(250_000, 'VEC2'), floats(MB, 'SCALAR')],
      meshes: [
        { primitives: [{ attributes: { POSITION: 0, NORMAL: 1, TEXCOORD_0: 2 }, indices: 3 }] },
      ],
      nodes: [{ mesh: 0 }],
    };
    expect(() => refuseClaims(glb(json, 600_000))).not.toThrow();
  });

  it('a hundred megabytes, whose parts share one list of vertices', () => {
    const json = {
      accessors: [floats(3 * MB), floats(3 * MB), floats(100_000, 'SCALAR')],
      meshes: [
        {
          primitives: many(120, () => ({ attributes: { POSITION: 0, NORMAL: 1 }, indices: 2 })),
        },
      ],
      nodes: [{ mesh: 0 }],
    };
    expect(() => refuseClaims(glb(json, 100 * MB))).not.toThrow();
  });

  it('a forest of one tree, a face of sixty expressions, a hundred bones in a row', () => {
    const json = {
      accessors: [floats(2_000), floats(20_000)],
      meshes: [
        { primitives: [{ attributes: { POSITION: 0 } }] },
        {
          primitives: [{ attributes: { POSITION: 1 }, targets: many(60, () => ({ POSITION: 1 })) }],
        },
      ],
      skins: [{ joints: many(100, (at) => at) }],
      nodes: [
        ...many(100, (at) => ({ children: [at + 1] })),
        ...many(2_000, () => ({ mesh: 0 })),
        { mesh: 1, skin: 0 },
      ],
    };
    expect(() => refuseClaims(glb(json, 240_000))).not.toThrow();
  });
});

function deep(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}
