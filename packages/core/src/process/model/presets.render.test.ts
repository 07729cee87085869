import { validateBytes } from 'gltf-validator';
import { describe, expect, it } from 'vitest';
import { makeModel } from '../../../../generators/src/model/make-model.ts';
import type { OutputMeta } from '../../lock/lock.ts';
import { PRESET_OPTIONS } from '../../manifest/model-presets.ts';
import { modelStep } from '../../testing/model-step.ts';

/** Of all textures, with mipmaps. Unit: bytes. */
const memory = ({ maps = [] }: OutputMeta): number =>
  maps.reduce((sum, { gpuBytes }) => sum + gpuBytes, 0);

/** The models of the benchmarks, with fewer triangles: their textures are the same. */
describe('the preset "mobile"', () => {
  it.each(['a small red dragon', 'an old oak tree', 'a wooden chest'])(
    'takes at most a quarter of the memory of textures that WebP takes: %s',
    async (prompt) => {
      const spec = { prompt, seed: 'bench', quality: 'standard', faces: 6000, pbr: true } as const;
      const glb = await makeModel({ ...spec, meshOnly: false, enhance: false, draft: false });
      const { mobile } = PRESET_OPTIONS;
      const textures = { ...mobile.textures, format: 'webp' } as const;
      const webp = await modelStep(glb, { ...mobile, textures });
      const { bytes, meta } = await modelStep(glb, mobile);
      expect(webp.meta.maps?.map(({ format }) => format)).toEqual(['webp', 'webp', 'webp']);
      // 512 × 512 pixels of four bytes, and a third more for mipmaps.
      expect(memory(webp.meta)).toBe(3 * 1_398_100);
      expect(memory(meta)).toBeLessThanOrEqual(memory(webp.meta) / 4);
      const longer = (bytes?.length ?? 0) - (webp.bytes?.length ?? 0);
      expect(longer).toBeLessThan((memory(webp.meta) - memory(meta)) / 6);
      expect((await validateBytes(bytes ?? new Uint8Array())).issues.numErrors).toBe(0);
    },
  );
});
