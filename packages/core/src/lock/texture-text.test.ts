import { expect, it } from 'vitest';
import { textureText, texturesText } from './texture-text.ts';

const map = { roles: ['metallicRoughness', 'occlusion'], width: 512, height: 256, gpuBytes: 1 };

it('says what a texture is for, its size and its format', () => {
  expect(textureText({ ...map, format: 'uastc' })).toBe(
    'metallicRoughness + occlusion 512 × 256 uastc',
  );
  expect(textureText({ ...map, roles: [], format: 'png' })).toBe('unused 512 × 256 png');
});

it('counts the rest of many', () => {
  const one = { ...map, roles: ['normal'], format: 'webp' };
  expect(texturesText([])).toBe('');
  expect(texturesText([one, one])).toBe('normal 512 × 256 webp, normal 512 × 256 webp');
  expect(texturesText(Array.from({ length: 6 }, () => one))).toMatch(/webp, 2 more$/);
});
