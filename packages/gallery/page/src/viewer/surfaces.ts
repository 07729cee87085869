import {
  CanvasTexture,
  Mesh,
  MeshBasicMaterial,
  MeshNormalMaterial,
  MeshStandardMaterial,
  RepeatWrapping,
  SRGBColorSpace,
} from 'three';
import type { BufferGeometry, Material, Object3D, Texture } from 'three';
import type { Surface } from '../look.ts';
import { createWireframeMaterial, withCorners } from './wireframe.ts';

/** What stands on the parts of a model in place of their own materials. */
export interface Surfaces {
  /** Puts the model's own back first. */
  show(model: Object3D, surface: Surface): void;
  /** Before a model goes: frees what was made for it, and puts its own back. */
  clear(): void;
}

interface Own {
  readonly material: Material | Material[];
  readonly geometry: BufferGeometry;
}

export function createSurfaces(): Surfaces {
  const own = new Map<Mesh, Own>();
  const apart = new Map<BufferGeometry, BufferGeometry>();
  let made: (Material | Texture)[] = [];

  function keep<T extends Material | Texture>(value: T): T {
    made.push(value);
    return value;
  }

  function putBack(): void {
    for (const [mesh, { material, geometry }] of own) {
      mesh.material = material;
      mesh.geometry = geometry;
    }
    own.clear();
    for (const each of made) each.dispose();
    made = [];
  }

  return {
    show(model, surface) {
      putBack();
      if (surface === 'shaded') return;
      const wires = surface === 'wireframe' ? keep(createWireframeMaterial()) : null;
      const checker = surface === 'uv' ? keep(checkerTexture()) : null;
      model.traverse((part) => {
        if (!(part instanceof Mesh)) return;
        const mesh = part as Mesh;
        own.set(mesh, { material: mesh.material, geometry: mesh.geometry });
        if (wires !== null) {
          const cut = apart.get(mesh.geometry) ?? withCorners(mesh.geometry);
          apart.set(mesh.geometry, cut);
          mesh.geometry = cut;
          mesh.material = wires;
          return;
        }
        const hasUv = mesh.geometry.hasAttribute('uv');
        const replace = (each: Material): Material =>
          keep(stand(each, surface, hasUv ? checker : null));
        const { material } = mesh;
        mesh.material = Array.isArray(material) ? material.map(replace) : replace(material);
      });
    },
    clear() {
      putBack();
      for (const geometry of apart.values()) geometry.dispose();
      apart.clear();
    },
  };
}

/** One material that shows one property of another. */
function stand(material: Material, surface: Surface, checker: Texture | null): Material {
  const { side } = material;
  const from = material as MeshStandardMaterial;
  const plain = (given: object): MeshBasicMaterial =>
    new MeshBasicMaterial({ side, toneMapped: false, ...given });
  switch (surface) {
    case 'colour':
      return plain({ map: from.map ?? null, color: from.color, vertexColors: from.vertexColors });
    case 'emissive':
      return plain({ map: from.emissiveMap ?? null, color: from.emissive ?? 0 });
    case 'roughness':
      return channel(plain({}), from.roughnessMap, 'g', from.roughness ?? 1);
    case 'metalness':
      return channel(plain({}), from.metalnessMap, 'b', from.metalness ?? 0);
    case 'occlusion':
      return channel(plain({}), from.aoMap, 'r', 1);
    case 'normal':
      return new MeshNormalMaterial({ side, normalMap: from.normalMap ?? null });
    case 'uv':
      if (checker !== null) return plain({ map: checker });
      return new MeshStandardMaterial({ color: 0xb3261e, roughness: 0.85, side });
    default:
      return new MeshStandardMaterial({ color: 0xb9b9be, roughness: 0.8, side });
  }
}

/** One channel of a texture, which holds numbers and no colours: drawn as grey of that number. */
function channel(
  material: MeshBasicMaterial,
  map: Texture | null | undefined,
  part: 'r' | 'g' | 'b',
  factor: number,
): MeshBasicMaterial {
  if (map === null || map === undefined) {
    material.color.setScalar(factor).convertSRGBToLinear();
    return material;
  }
  material.map = map;
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <map_fragment>',
      `float told = texture2D(map, vMapUv).${part} * ${factor.toFixed(4)};
       diffuseColor.rgb = vec3(pow(told, 2.2));`,
    );
  };
  material.customProgramCacheKey = () => `channel ${part} ${factor.toFixed(4)}`;
  return material;
}

const SQUARES = 8;
const PIXELS = 64;

/** Squares that are numbered: a stretched or mirrored part is seen at once. */
function checkerTexture(): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SQUARES * PIXELS;
  const pen = canvas.getContext('2d');
  if (pen !== null) {
    pen.font = `600 ${PIXELS * 0.42}px system-ui, sans-serif`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    for (let y = 0; y < SQUARES; y++) {
      for (let x = 0; x < SQUARES; x++) {
        const isDark = (x + y) % 2 === 1;
        const hue = Math.round(((y * SQUARES + x) / SQUARES ** 2) * 360);
        pen.fillStyle = `hsl(${hue} 45% ${isDark ? 42 : 84}%)`;
        pen.fillRect(x * PIXELS, y * PIXELS, PIXELS, PIXELS);
        pen.fillStyle = isDark ? '#fff' : '#222';
        const name = `${String.fromCodePoint(65 + y)}${x + 1}`;
        pen.fillText(name, (x + 0.5) * PIXELS, (y + 0.5) * PIXELS);
      }
    }
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  // As glTF has it: the first row of a texture is its top.
  texture.flipY = false;
  texture.anisotropy = 4;
  return texture;
}
