import { describe, expect, it } from 'vitest';
import { nearest, nearestFew } from './nearest.ts';

describe('nearest', () => {
  it.each([
    ['qualty', ['prompt', 'quality', 'faces'], 'quality'],
    ['prmopt', ['prompt', 'outputs'], 'prompt'],
    ['Hero', ['hero', 'here'], 'hero'],
    ['props/dargon.glb', ['props/dragon.glb', 'props/dragon.lod1.glb'], 'props/dragon.glb'],
    ['completely', ['other', 'words'], null],
    ['x', [], null],
    ['b', ['a'], null],
    ['key', ['yes'], null],
    ['jpg', ['png', 'jpeg'], 'jpeg'],
    ['out', ['root', 'output'], 'output'],
    ['aspect', ['prompt', 'aspectRatio'], 'aspectRatio'],
    ['Aspect', ['prompt', 'aspectRatio'], 'aspectRatio'],
  ])('of %s among %j is %j', (word, known, expected) => {
    expect(nearest(word, known)).toBe(expected);
    // Who is asked may give its words only once.
    expect(nearest(word, new Set(known).values())).toBe(expected);
  });

  it('takes the first of two that are equally near', () => {
    expect(nearest('hera', ['hero', 'herb'])).toBe('hero');
  });
});

describe('the nearest few', () => {
  const known = ['props/dragon', 'props/dragon-small', 'hero', 'herb', 'here', 'zero', 'trailer'];
  it.each([
    ['hera', ['herb', 'here', 'hero']],
    ['dragon', ['props/dragon', 'props/dragon-small']],
    ['dargon', ['props/dragon']],
    ['Trailer', ['trailer']],
    ['props/drago', ['props/dragon', 'props/dragon-small']],
    ['nothing-of-it', []],
  ])('of %s are %j', (word, expected) => {
    expect(nearestFew(word, known)).toEqual(expected);
  });
});
