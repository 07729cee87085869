import type { FbxNode, FbxValue } from './fbx-node.ts';
import { node } from './fbx-node.ts';
import type { MeshImage, MeshMaterial, MeshPart } from './mesh-model.ts';
import { toSrgb } from './write-obj.ts';

export function long(value: number): FbxValue {
  return { is: 'L', value };
}

/** The name of an object with its class, as the binary form joins them. */
function named(name: string, type: string): string {
  return `${name}\u0000\u0001${type}`;
}

export function property(
  name: string,
  type: string,
  label: string,
  flags: string,
  ...values: (FbxValue | number | string)[]
): FbxNode {
  return node('P', [name, type, label, flags, ...values]);
}

export function doubles(...values: number[]): FbxValue[] {
  return values.map((value) => ({ is: 'D', value }));
}

export function geometryNode(part: MeshPart, id: number): FbxNode {
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
    const flipped = Float64Array.from(part.uvs).map((value, slot) =>
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

export function modelNode(part: MeshPart, id: number): FbxNode {
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

export function materialNode(material: MeshMaterial, id: number): FbxNode {
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
          number('Shininess', ((1 - material.average.roughness) * 10) ** 2),
          number('ShininessExponent', ((1 - material.average.roughness) * 10) ** 2),
          number('ReflectionFactor', material.average.metallic),
          number('Opacity', a),
          number('TransparencyFactor', 1 - a),
        ],
      ),
    ],
  );
}

export function videoNode(image: MeshImage, id: number): FbxNode {
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

export function textureNode(image: MeshImage, id: number): FbxNode {
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
