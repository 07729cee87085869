import { BufferAttribute, MeshStandardMaterial } from 'three';
import type { BufferGeometry } from 'three';

/**
 * Lines on the solid model, so that those behind it do not show through. A line fades where its triangle
 * becomes smaller than a few pixels: without that, 100,000 triangles are one dark blot. Parts that are too
 * dense for lines are tinted instead, from yellow to red as density grows; the lines appear as one comes
 * closer.
 */
export function createWireframeMaterial(): MeshStandardMaterial {
  const material = new MeshStandardMaterial({ color: 0xb4b6bd, roughness: 0.85 });
  material.onBeforeCompile = (shader) => {
    shader.vertexShader =
      `attribute vec3 corner;\nvarying vec3 vCorner;\n${shader.vertexShader}`.replace(
        '#include <begin_vertex>',
        '#include <begin_vertex>\nvCorner = corner;',
      );
    shader.fragmentShader = `varying vec3 vCorner;\n${shader.fragmentShader}`.replace(
      '#include <opaque_fragment>',
      `#include <opaque_fragment>\n${LINES}`,
    );
  };
  material.customProgramCacheKey = () => 'wireframe';
  return material;
}

/** A corner's weight falls from 1 to 0 towards the opposite side: divided by its change, the distance in pixels. */
const LINES = `
  vec3 perPixel = max(fwidth(vCorner), vec3(1e-6));
  vec3 away = vCorner / perPixel;
  float nearest = min(away.x, min(away.y, away.z));
  float height = 1.0 / max(perPixel.x, max(perPixel.y, perPixel.z));
  float tooDense = 1.0 - smoothstep(2.0, 6.0, height);
  vec3 heat = mix(vec3(0.9, 0.3, 0.2), vec3(1.0, 0.86, 0.5), smoothstep(0.6, 3.0, height));
  gl_FragColor.rgb *= mix(vec3(1.0), heat, tooDense);
  float line = (1.0 - smoothstep(0.5, 1.3, nearest)) * smoothstep(2.5, 9.0, height);
  gl_FragColor.rgb = mix(gl_FragColor.rgb, vec3(0.02, 0.03, 0.12), 0.9 * line);
`;

/** The same surface with each triangle by itself, and which corner of it a vertex is. */
export function withCorners(geometry: BufferGeometry): BufferGeometry {
  const apart = geometry.index === null ? geometry.clone() : geometry.toNonIndexed();
  const { count } = apart.getAttribute('position');
  const corners = new Uint8Array(count * 3);
  for (let index = 0; index < count; index++) corners[index * 3 + (index % 3)] = 255;
  apart.setAttribute('corner', new BufferAttribute(corners, 3, true));
  return apart;
}
