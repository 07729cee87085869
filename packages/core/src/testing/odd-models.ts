import type { Accessor, Material, Primitive } from '@gltf-transform/core';
import { Document, Logger, NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS, KHRMaterialsUnlit } from '@gltf-transform/extensions';

/** A flat square of size 2 that faces the viewer of a thumbnail, more or less. */
const SQUARE = [-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0];
const CORNERS = [0, 1, 2, 0, 2, 3];

/** Small models of what services and artists give beside the usual. */
export class OddModel {
  readonly document: Document = new Document();
  readonly scene: ReturnType<Document['createScene']> = this.document.createScene();

  accessor(type: Parameters<Accessor['setType']>[0], array: Float32Array | Uint16Array): Accessor {
    const [buffer = this.document.createBuffer()] = this.document.getRoot().listBuffers();
    return this.document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  }

  material(color: [number, number, number, number]): Material {
    return this.document
      .createMaterial()
      .setBaseColorFactor(color)
      .setRoughnessFactor(1)
      .setMetallicFactor(0);
  }

  unlit(color: [number, number, number, number]): Material {
    const extension = this.document.createExtension(KHRMaterialsUnlit);
    return this.material(color).setExtension('KHR_materials_unlit', extension.createUnlit());
  }

  /** A square without normals, texture coordinates or colours. */
  square(material: Material | null, z = 0): Primitive {
    const primitive = this.document
      .createPrimitive()
      .setAttribute('POSITION', this.accessor('VEC3', new Float32Array(SQUARE)))
      .setIndices(this.accessor('SCALAR', new Uint16Array(CORNERS)))
      .setMaterial(material);
    const node = this.document.createNode().setMesh(this.document.createMesh());
    node.getMesh()?.addPrimitive(primitive);
    this.scene.addChild(node.setTranslation([0, 0, z]));
    return primitive;
  }

  glb(): Promise<Uint8Array> {
    const io = new NodeIO().setLogger(new Logger(Logger.Verbosity.SILENT));
    return io.registerExtensions(ALL_EXTENSIONS).writeBinary(this.document);
  }
}
