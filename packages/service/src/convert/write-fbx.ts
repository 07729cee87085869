import type { FbxNode } from './fbx-node.ts';
import { encodeFbx, node } from './fbx-node.ts';
import {
  doubles,
  geometryNode,
  long,
  materialNode,
  modelNode,
  property,
  textureNode,
  videoNode,
} from './fbx-objects.ts';
import type { MeshImage, MeshModel } from './mesh-model.ts';

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
