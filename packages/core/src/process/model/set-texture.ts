import type { Property, Texture } from '@gltf-transform/core';

/** By the setter of its name, which materials and extensions of them have for each texture: `normalTexture`. */
export function setTexture(parent: Property, name: string, texture: Texture): void {
  const setter = `set${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  (parent as unknown as Record<string, (value: Texture) => void>)[setter]?.(texture);
}
