import type { FbxNode, FbxValue } from './fbx-node.ts';
import { encodeFbx, node } from './fbx-node.ts';
import type { MeshImage, MeshMaterial, MeshModel, MeshPart } from './mesh-model.ts';
import { toSrgb } from './write-obj.ts';

const ID = {
  root: 0,
  geometry: 1_000_000,
  model: 2_000_000,
  material: 3_000_000,
  texture: 4_000_000,
  video: 5_000_000,
};

/**
 * Binary FBX 7.4: a mesh for each part, phong materials, and the images inside the file.
 * Unit: millimetres (the file says so: 0.1 centimetres a unit), Y up.
 */
export function writeFbx(model: MeshModel): Uint8Array {
  const objects: FbxNode[] = [];
  const connections: FbxNode[] = [];
  const connect = (child: number, parent: number, property?: string): void => {
    const values = [long(child), long(parent)];
    connections.push(
      property === undefined
        ? node('C', ['OO', ...values])
        : node('C', ['OP', ...values, property]),
    );
  };
  for (const [index, part] of model.parts.entries()) {
    objects.push(geometryNode(part, ID.geometry + index), modelNode(part, ID.model + index));
    connect(ID.model + index, ID.root);
    connect(ID.geometry + index, ID.model + index);
    connect(ID.material + part.material, ID.model + index);
  }
  const images = new Map<MeshImage, number>();
  for (const [index, material] of model.materials.entries()) {
    objects.push(materialNode(material, ID.material + index));
    const uses: readonly [MeshImage | undefined, string][] = [
      [material.colourImage, 'DiffuseColor'],
      [material.normalImage, 'NormalMap'],
    ];
    for (const [image, property] of uses) {
      if (image === undefined) continue;
      const slot = images.get(image) ?? images.size;
      if (!images.has(image)) {
        images.set(image, slot);
        objects.push(videoNode(image, ID.video + slot), textureNode(image, ID.texture + slot));
        connect(ID.video + slot, ID.texture + slot);
      }
      connect(ID.texture + slot, ID.material + index, property);
    }
  }
  const counts: readonly [string, number][] = [
    ['GlobalSettings', 1],
    ['Geometry', model.parts.length],
    ['Model', model.parts.length],
    ['Material', model.materials.length],
    ['Texture', images.size],
    ['Video', images.size],
  ];
  return encodeFbx([
    node(
      'FBXHeaderExtension',
      [],
      [
        node('FBXHeaderVersion', [1003]),
        node('FBXVersion', [7400]),
        node('EncryptionType', [0]),
        node('Creator', ['assetgen']),
      ],
    ),
    // The two belong together: the end of the file holds the key of this time.
    node('FileId', [
      {
        is: 'R',
        value: Uint8Array.from([
          0x28, 0xb3, 0x2a, 0xeb, 0xb6, 0x24, 0xcc, 0xc2, 0xbf, 0xc8, 0xb0, 0x2a, 0xa9, 0x2b, 0xfc,
          0xf1,
        ]),
      },
    ]),
    node('CreationTime', ['1970-01-01 10:00:00:000']),
    node('Creator', ['assetgen']),
    settingsNode(),
    node(
      'Documents',
      [],
      [
        node('Count', [1]),
        node('Document', [long(9_000_000), '', 'Scene'], [node('RootNode', [long(0)])]),
      ],
    ),
    node('References'),
    node(
      'Definitions',
      [],
      [
        node('Version', [100]),
        node('Count', [counts.reduce((sum, [, count]) => sum + count, 0)]),
        ...counts.map(([type, count]) => node('ObjectType', [type], [node('Count', [count])])),
      ],
    ),
    node('Objects', [], objects),
    node('Connections', [], connections),
  ]);
}

function long(value: number): FbxValue {
  return { is: 'L', value };
}

/** The name of an object with its class, as the binary form joins them. */
function named(name: string, type: string): string {
  return `${name}\u0000\u0001${type}`;
}

function property(
  name: string,
  type: string,
  label: string,
  flags: string,
  ...values: (FbxValue | number | string)[]
): FbxNode {
  return node('P', [name, type, label, flags, ...values]);
}

function doubles(...values: number[]): FbxValue[] {
  return values.map((value) => ({ is: 'D', value }));
}

function settingsNode(): FbxNode {
  const integer = (name: string, value: number): FbxNode =>
    property(name, 'int', 'Integer', '', value);
  return node(
    'GlobalSettings',
    [],
    [
      node('Version', [1000]),
      node(
        'Properties70',
        [],
        [
          integer('UpAxis', 1),
          integer('UpAxisSign', 1),
          integer('FrontAxis', 2),
          integer('FrontAxisSign', 1),
          integer('CoordAxis', 0),
          integer('CoordAxisSign', 1),
          integer('OriginalUpAxis', 1),
          integer('OriginalUpAxisSign', 1),
          property('UnitScaleFactor', 'double', 'Number', '', ...doubles(0.1)),
          property('OriginalUnitScaleFactor', 'double', 'Number', '', ...doubles(0.1)),
        ],
      ),
    ],
  );
}

function geometryNode(part: MeshPart, id: number): FbxNode {
  const corners = Int32Array.from(part.indices);
  // The last corner of a polygon is marked by its complement.
  for (let slot = 2; slot < corners.length; slot += 3) corners[slot] = ~(corners[slot] as number);
  const layers: FbxNode[] = [];
  const parts: FbxNode[] = [
    node('Properties70'),
    node('GeometryVersion', [124]),
    node('Vertices', [{ is: 'd', value: Float64Array.from(part.positions) }]),
    node('PolygonVertexIndex', [{ is: 'i', value: corners }]),
  ];
  const layer = (
    type: string,
    mapping: string,
    reference: string,
    data: readonly FbxNode[],
  ): void => {
    parts.push(
      node(
        type,
        [0],
        [
          node('Version', [101]),
          node('Name', ['']),
          node('MappingInformationType', [mapping]),
          node('ReferenceInformationType', [reference]),
          ...data,
        ],
      ),
    );
    layers.push(node('LayerElement', [], [node('Type', [type]), node('TypedIndex', [0])]));
  };
  if (part.normals !== undefined) {
    layer('LayerElementNormal', 'ByVertice', 'Direct', [
      node('Normals', [{ is: 'd', value: Float64Array.from(part.normals) }]),
    ]);
  }
  if (part.uvs !== undefined) {
    const flipped = Float64Array.from(part.uvs, (value, slot) =>
      slot % 2 === 1 ? 1 - value : value,
    );
    layer('LayerElementUV', 'ByPolygonVertex', 'IndexToDirect', [
      node('UV', [{ is: 'd', value: flipped }]),
      node('UVIndex', [{ is: 'i', value: Int32Array.from(part.indices) }]),
    ]);
  }
  layer('LayerElementMaterial', 'AllSame', 'IndexToDirect', [
    node('Materials', [{ is: 'i', value: Int32Array.of(0) }]),
  ]);
  parts.push(node('Layer', [0], [node('Version', [100]), ...layers]));
  return node('Geometry', [long(id), named(part.name, 'Geometry'), 'Mesh'], parts);
}

function modelNode(part: MeshPart, id: number): FbxNode {
  return node(
    'Model',
    [long(id), named(part.name, 'Model'), 'Mesh'],
    [
      node('Version', [232]),
      node(
        'Properties70',
        [],
        [
          property('Lcl Translation', 'Lcl Translation', '', 'A', ...doubles(0, 0, 0)),
          property('Lcl Rotation', 'Lcl Rotation', '', 'A', ...doubles(0, 0, 0)),
          property('Lcl Scaling', 'Lcl Scaling', '', 'A', ...doubles(1, 1, 1)),
          property('DefaultAttributeIndex', 'int', 'Integer', '', 0),
        ],
      ),
      node('Shading', [{ is: 'C', value: true }]),
      node('Culling', ['CullingOff']),
    ],
  );
}

function materialNode(material: MeshMaterial, id: number): FbxNode {
  const [r, g, b, a] = material.colour;
  const colour = (name: string, ...values: number[]): FbxNode =>
    property(name, 'Color', '', 'A', ...doubles(...values));
  const number = (name: string, value: number): FbxNode =>
    property(name, 'Number', '', 'A', ...doubles(value));
  return node(
    'Material',
    [long(id), named(material.name, 'Material'), ''],
    [
      node('Version', [102]),
      node('ShadingModel', ['phong']),
      node('MultiLayer', [0]),
      node(
        'Properties70',
        [],
        [
          colour('DiffuseColor', toSrgb(r), toSrgb(g), toSrgb(b)),
          number('DiffuseFactor', 1),
          colour('EmissiveColor', ...material.emissive),
          number('EmissiveFactor', 1),
          colour('SpecularColor', 0.2, 0.2, 0.2),
          number('SpecularFactor', 0.5),
          // Readers take the roughness back from it as 1 − √shininess / 10.
          number('Shininess', ((1 - material.roughness) * 10) ** 2),
          number('ShininessExponent', ((1 - material.roughness) * 10) ** 2),
          number('ReflectionFactor', material.metallic),
          number('Opacity', a),
          number('TransparencyFactor', 1 - a),
        ],
      ),
    ],
  );
}

function videoNode(image: MeshImage, id: number): FbxNode {
  return node(
    'Video',
    [long(id), named(image.file, 'Video'), 'Clip'],
    [
      node('Type', ['Clip']),
      node('Properties70', [], [property('Path', 'KString', 'XRefUrl', '', image.file)]),
      node('UseMipMap', [0]),
      node('Filename', [image.file]),
      node('RelativeFilename', [image.file]),
      node('Content', [{ is: 'R', value: image.bytes }]),
    ],
  );
}

function textureNode(image: MeshImage, id: number): FbxNode {
  return node(
    'Texture',
    [long(id), named(image.file, 'Texture'), ''],
    [
      node('Type', ['TextureVideoClip']),
      node('Version', [202]),
      node('TextureName', [named(image.file, 'Texture')]),
      node('Properties70', [], [property('UseMaterial', 'bool', '', '', 1)]),
      node('Media', [named(image.file, 'Video')]),
      node('FileName', [image.file]),
      node('RelativeFilename', [image.file]),
      node('ModelUVTranslation', doubles(0, 0)),
      node('ModelUVScaling', doubles(1, 1)),
      node('Texture_Alpha_Source', ['None']),
      node('Cropping', [0, 0, 0, 0]),
    ],
  );
}
