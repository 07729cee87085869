// GLBs that claim more than they hold, and how to make any (glTF 2.0, section 4.4).
import { png } from './png.mjs';

/**
 * @param {unknown} json an object, or the text of the JSON chunk
 * @param {Uint8Array} [bin]
 */
export function glb(json, bin = new Uint8Array()) {
  const text = Buffer.from(typeof json === 'string' ? json : JSON.stringify(json));
  const chunks = [chunk(0x4e4f534a, text, 0x20)];
  if (bin.length > 0) chunks.push(chunk(0x004e4942, Buffer.from(bin), 0));
  const body = Buffer.concat(chunks);
  const head = Buffer.alloc(12);
  head.write('glTF', 'latin1');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(12 + body.length, 8);
  return Buffer.concat([head, body]);
}

/** @param {number} type @param {Buffer} data @param {number} fill */
function chunk(type, data, fill) {
  const padded = Buffer.alloc(Math.ceil(data.length / 4) * 4, fill);
  data.copy(padded);
  const head = Buffer.alloc(8);
  head.writeUInt32LE(padded.length);
  head.writeUInt32LE(type, 4);
  return Buffer.concat([head, padded]);
}

const asset = { version: '2.0' };
const scene = (nodes = [{ mesh: 0 }], scenes = [{ nodes: [0] }]) => ({ scene: 0, scenes, nodes });
/** Positions that no byte backs: all zero. */
const zeros = (count, type = 'VEC3') => ({
  componentType: 5126,
  count,
  type,
  ...(type === 'VEC3' ? { min: [0, 0, 0], max: [0, 0, 0] } : {}),
});
const mesh = (attributes = { POSITION: 0 }) => ({ primitives: [{ attributes }] });

/** A triangle, and what else a document has. */
const TRIANGLE = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);
/** @param {object} [more] @param {Uint8Array} [data] */
function triangle(more, data) {
  const { json, bin } = triangleParts(more, data);
  return glb(json, bin);
}

/** @param {object} [more] @param {Uint8Array} [data] */
function triangleParts(more = {}, data = new Uint8Array()) {
  const bin = Buffer.concat([TRIANGLE, data]);
  const views = [{ buffer: 0, byteOffset: 0, byteLength: 36 }];
  if (data.length > 0) views.push({ buffer: 0, byteOffset: 36, byteLength: data.length });
  return {
    json: {
      asset,
      ...scene(),
      meshes: [mesh()],
      buffers: [{ byteLength: bin.length }],
      bufferViews: views,
      accessors: [
        {
          bufferView: 0,
          componentType: 5126,
          count: 3,
          type: 'VEC3',
          min: [0, 0, 0],
          max: [1, 1, 0],
        },
      ],
      ...more,
    },
    bin,
  };
}

const POSITIONS = {
  bufferView: 0,
  componentType: 5126,
  count: 3,
  type: 'VEC3',
  min: [0, 0, 0],
  max: [1, 1, 0],
};
const many = (count, make) => Array.from({ length: count }, (_, at) => make(at));
const textured = (image, count = 1) => ({
  images: many(count, () => ({ bufferView: 1, mimeType: 'image/png', ...image })),
  textures: many(count, (source) => ({ source })),
  materials: many(count, (index) => ({ pbrMetallicRoughness: { baseColorTexture: { index } } })),
  meshes: [{ primitives: many(count, (material) => ({ attributes: { POSITION: 0 }, material })) }],
});

/** Draco's header (bitstream 2.2, sections 3 and 4): a mesh of so many faces and vertices. */
function draco(faces, vertices) {
  const varint = (value) => {
    const bytes = [];
    for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
    return [...bytes, value];
  };
  const head = [...Buffer.from('DRACO', 'latin1'), 2, 2, 1, 1, 0, 0];
  return Buffer.from([...head, 0, ...varint(vertices), ...varint(faces), ...Array(64).fill(0)]);
}

/**
 * A field of hills, as large as it says.
 * @param {{triangles: number, image?: Uint8Array}} options
 */
export function largeGlb(options) {
  const { json, bin } = hills(options);
  return glb(json, bin);
}

/** @param {{triangles: number, image?: Uint8Array}} options */
function hills({ triangles, image = new Uint8Array() }) {
  const side = Math.ceil(Math.sqrt(triangles / 2));
  const row = side + 1;
  const position = Float32Array.from({ length: row * row * 3 }, (_, at) => {
    const [x, z] = [Math.floor(at / 3) % row, Math.floor(at / 3 / row)];
    return [x, Math.sin(x / 9) * Math.cos(z / 7), z][at % 3] ?? 0;
  });
  const uv = Float32Array.from({ length: row * row * 2 }, (_, at) => {
    const vertex = at >> 1;
    return (at % 2 === 0 ? vertex % row : Math.floor(vertex / row)) / side;
  });
  const index = new Uint32Array(side * side * 6);
  for (let square = 0; square < side * side; square += 1) {
    const from = square + Math.floor(square / side);
    index.set([from, from + row, from + 1, from + 1, from + row, from + row + 1], square * 6);
  }
  const parts = [position, uv, index, image].map((part) =>
    Buffer.from(part.buffer, part.byteOffset, part.byteLength),
  );
  const bin = Buffer.concat(parts);
  let byteOffset = 0;
  const bufferViews = parts.flatMap(({ length: byteLength }) => {
    const view = { buffer: 0, byteOffset, byteLength };
    byteOffset += byteLength;
    return byteLength === 0 ? [] : [view];
  });
  const count = row * row;
  return {
    json: {
      asset,
      ...scene(),
      meshes: [
        {
          primitives: [
            {
              attributes: { POSITION: 0, TEXCOORD_0: 1 },
              indices: 2,
              ...(image.length > 0 ? { material: 0 } : {}),
            },
          ],
        },
      ],
      ...(image.length > 0
        ? {
            images: [{ bufferView: 3, mimeType: 'image/png' }],
            textures: [{ source: 0 }],
            materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
          }
        : {}),
      buffers: [{ byteLength: bin.length }],
      bufferViews,
      accessors: [
        {
          bufferView: 0,
          componentType: 5126,
          count,
          type: 'VEC3',
          min: [0, -1, 0],
          max: [side, 1, side],
        },
        { bufferView: 1, componentType: 5126, count, type: 'VEC2' },
        { bufferView: 2, componentType: 5125, count: index.length, type: 'SCALAR' },
      ],
    },
    bin,
  };
}

/** Each with what it is; all of them small. */
export const GLB_BOMBS = {
  'an accessor of 1.9 GiB that no byte backs': () =>
    glb({ asset, ...scene(), meshes: [mesh()], accessors: [zeros(170_000_000)] }),
  'an accessor of 200 MB that no byte backs': () =>
    glb({ asset, ...scene(), meshes: [mesh()], accessors: [zeros(17_000_000)] }),
  'a sparse accessor of 1.5 GiB with one value': () =>
    triangle({
      meshes: [mesh({ POSITION: 1 })],
      accessors: [
        POSITIONS,
        {
          ...zeros(130_000_000),
          sparse: {
            count: 1,
            indices: { bufferView: 0, componentType: 5121 },
            values: { bufferView: 0 },
          },
        },
      ],
    }),
  'a sparse accessor that says it has 4 billion values': () =>
    triangle({
      accessors: [
        {
          ...zeros(3),
          sparse: {
            count: 4_000_000_000,
            indices: { bufferView: 0, componentType: 5125 },
            values: { bufferView: 0 },
          },
        },
      ],
    }),
  'a count that is no number of things': () =>
    triangle({ accessors: [{ ...POSITIONS, count: 1e300 }] }),
  'a negative count beside one that is too large': () =>
    glb({
      asset,
      ...scene(),
      meshes: [mesh({ POSITION: 0, NORMAL: 1 })],
      accessors: [zeros(170_000_000), { ...zeros(1), count: -170_000_000 }],
    }),
  'twenty thousand accessors of one view': () =>
    triangle(
      {
        ...scene(),
        buffers: [{ byteLength: 36 + 200_000 }],
        bufferViews: [
          { buffer: 0, byteLength: 36 },
          { buffer: 0, byteLength: 200_000 },
        ],
        accessors: many(20_000, () => ({ ...POSITIONS, bufferView: 1, count: 16_000 })),
        meshes: [{ primitives: many(20_000, (at) => ({ attributes: { POSITION: at } })) }],
      },
      Buffer.alloc(200_000),
    ),
  'ten thousand primitives of one accessor': () =>
    glb({
      asset,
      ...scene(),
      meshes: [{ primitives: many(10_000, () => ({ attributes: { POSITION: 0 } })) }],
      accessors: [zeros(1_000_000)],
    }),
  'fifty thousand nodes of one mesh': () =>
    glb({
      asset,
      ...scene(
        many(50_000, () => ({ mesh: 0 })),
        [{ nodes: many(50_000, (at) => at) }],
      ),
      meshes: [mesh()],
      accessors: [zeros(1_000_000)],
    }),
  'a mesh instanced a billion times': () =>
    glb({
      asset,
      extensionsUsed: ['EXT_mesh_gpu_instancing'],
      ...scene([
        { mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 1 } } } },
      ]),
      meshes: [mesh()],
      accessors: [zeros(1_000), zeros(1_000_000)],
    }),
  'five thousand morph targets of one accessor': () =>
    glb({
      asset,
      ...scene([{ mesh: 0, weights: many(5_000, () => 1) }]),
      meshes: [
        {
          weights: many(5_000, () => 1),
          primitives: [
            { attributes: { POSITION: 0 }, targets: many(5_000, () => ({ POSITION: 0 })) },
          ],
        },
      ],
      accessors: [zeros(1_000_000)],
    }),
  'an animation of ten thousand samplers of one accessor': () =>
    triangle({
      accessors: [POSITIONS, zeros(1_000_000, 'SCALAR'), zeros(1_000_000)],
      animations: [
        {
          samplers: many(10_000, () => ({ input: 1, output: 2 })),
          channels: many(10_000, (sampler) => ({
            sampler,
            target: { node: 0, path: 'translation' },
          })),
        },
      ],
    }),
  'a chain of 25,000 nodes': () => chain(25_000),
  'a chain of 2,000 nodes': () => chain(2_000),
  'a ring of nodes': () =>
    triangle(scene([{ children: [1] }, { children: [2] }, { children: [0], mesh: 0 }])),
  'a node that is its own child': () => triangle(scene([{ children: [0], mesh: 0 }])),
  'a million empty nodes': () => triangle(scene([{ mesh: 0 }, ...many(1_000_000, () => ({}))])),
  'a hundred thousand materials': () =>
    triangle({ materials: many(100_000, (at) => ({ alphaCutoff: at / 1e5 })) }),
  'four hundred thousand joints': () =>
    glb({
      asset,
      ...scene([{ mesh: 0, skin: 0 }, {}, { mesh: 0, skin: 0 }]),
      skins: [{ joints: many(400_000, () => 1) }],
      meshes: [mesh({ POSITION: 0, JOINTS_0: 1, WEIGHTS_0: 2 })],
      accessors: [zeros(3), { componentType: 5121, count: 3, type: 'VEC4' }, zeros(3, 'VEC4')],
    }),
  'JSON as deep as it is long': () =>
    glb(`{"asset":{"version":"2.0"},"extras":${'['.repeat(400_000)}${']'.repeat(400_000)}}`),
  'extras that are 2,000 deep': () =>
    triangle({ extras: JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`) }),
  'an image of 268 megapixels in 32 KB': () =>
    triangle(textured({}), png({ width: 16_384, height: 16_384, depth: 1, colour: 0 })),
  'two thousand textures of one image': () =>
    triangle(textured({}, 2_000), png({ width: 8_192, height: 8_192, depth: 1, colour: 0 })),
  'a hundred images of 67 megapixels': () => {
    const images = many(100, (at) => {
      const one = png({ width: 8_192, height: 8_192, depth: 1, colour: 0, text: String(at) });
      return one;
    });
    const bin = Buffer.concat([TRIANGLE, ...images]);
    let at = 36;
    const views = images.map((image) => {
      const view = { buffer: 0, byteOffset: at, byteLength: image.length };
      at += image.length;
      return view;
    });
    const parts = textured({}, 100);
    return glb(
      {
        asset,
        ...scene(),
        ...parts,
        images: parts.images.map((image, index) => ({ ...image, bufferView: index + 1 })),
        buffers: [{ byteLength: bin.length }],
        bufferViews: [{ buffer: 0, byteLength: 36 }, ...views],
        accessors: [POSITIONS],
      },
      bin,
    );
  },
  'meshopt that unpacks to 1.6 GB': () =>
    triangle({
      extensionsUsed: ['EXT_meshopt_compression'],
      extensionsRequired: ['EXT_meshopt_compression'],
      buffers: [
        { byteLength: 36 },
        {
          byteLength: 1_600_000_000,
          extensions: { EXT_meshopt_compression: { fallback: true } },
        },
      ],
      bufferViews: [
        {
          buffer: 1,
          byteLength: 1_600_000_000,
          byteStride: 16,
          extensions: {
            EXT_meshopt_compression: {
              buffer: 0,
              byteLength: 36,
              byteStride: 16,
              mode: 'ATTRIBUTES',
              count: 100_000_000,
            },
          },
        },
      ],
    }),
  'a texture that is a PNG without a header': () =>
    triangle(
      textured({}),
      Buffer.from('89504e470d0a1a0a0000000049444154000000000000000000', 'hex'),
    ),
  'Draco of a hundred million faces': () =>
    triangle(
      {
        extensionsUsed: ['KHR_draco_mesh_compression'],
        extensionsRequired: ['KHR_draco_mesh_compression'],
        meshes: [
          {
            primitives: [
              {
                attributes: { POSITION: 0 },
                indices: 1,
                extensions: {
                  KHR_draco_mesh_compression: { bufferView: 1, attributes: { POSITION: 0 } },
                },
              },
            ],
          },
        ],
        accessors: [
          { ...POSITIONS, bufferView: undefined },
          { componentType: 5125, count: 3, type: 'SCALAR' },
        ],
      },
      draco(100_000_000, 50_000_000),
    ),
  'a hundred thousand views of one buffer as images': () =>
    triangle(
      {
        images: many(100_000, () => ({ bufferView: 1, mimeType: 'image/png' })),
        textures: many(100_000, (source) => ({ source })),
      },
      Buffer.alloc(100_000),
    ),
};

/** What is read, and has to go on being read. */
export const GLBS_TOO = {
  'a buffer in base64 that is said to be 2 GiB': () =>
    glb({
      asset,
      buffers: [{ byteLength: 2 ** 31, uri: `data:application/octet-stream;base64,AAAA` }],
    }),
};

function chain(length) {
  return triangle(
    scene(many(length, (at) => (at === length - 1 ? { mesh: 0 } : { children: [at + 1] }))),
  );
}

/** Small models that are read, with what a document may have: the beginnings of cases at random. */
export const GLB_SEEDS = [
  () => triangleParts(),
  () => triangleParts(textured({}), png({ width: 8, height: 8, pattern: true })),
  () => hills({ triangles: 64 }),
  () => hills({ triangles: 32, image: png({ width: 16, height: 16, pattern: true }) }),
  () => figure(),
];

/** A triangle that is skinned, morphed, animated, instanced and in part sparse. */
function figure() {
  const floats = new Float32Array(64).map((_, at) => at / 64);
  const data = Buffer.from(floats.buffer);
  const view = { bufferView: 1, componentType: 5126 };
  return triangleParts(
    {
      extensionsUsed: ['EXT_mesh_gpu_instancing', 'KHR_texture_transform'],
      scenes: [{ nodes: [0, 3] }],
      nodes: [
        { mesh: 0, skin: 0, weights: [0.5] },
        { children: [2], translation: [0, 1, 0] },
        { rotation: [0, 0, 0, 1] },
        {
          mesh: 0,
          children: [1],
          extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 1 } } },
        },
      ],
      skins: [{ joints: [1, 2], inverseBindMatrices: 5 }],
      meshes: [
        {
          weights: [0],
          primitives: [
            {
              attributes: { POSITION: 0, NORMAL: 1, JOINTS_0: 2, WEIGHTS_0: 3 },
              targets: [{ POSITION: 6 }],
              material: 0,
              mode: 4,
            },
          ],
        },
      ],
      materials: [{ alphaMode: 'MASK', doubleSided: true, pbrMetallicRoughness: {} }],
      accessors: [
        POSITIONS,
        { ...view, count: 3, type: 'VEC3' },
        { componentType: 5121, count: 3, type: 'VEC4' },
        { ...view, count: 3, type: 'VEC4' },
        { ...view, count: 2, type: 'SCALAR', min: [0], max: [1] },
        { ...view, count: 2, type: 'MAT4' },
        {
          ...zeros(3),
          sparse: {
            count: 1,
            indices: { bufferView: 0, componentType: 5121 },
            values: { bufferView: 1 },
          },
        },
      ],
      animations: [
        {
          samplers: [{ input: 4, output: 1, interpolation: 'LINEAR' }],
          channels: [{ sampler: 0, target: { node: 1, path: 'translation' } }],
        },
      ],
    },
    data,
  );
}
