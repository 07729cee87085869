import { describe, expect, it } from 'vitest';
import { madeEntry } from './made-entry.ts';

const entryOf = (file: string, preset?: string) => madeEntry('a dragon', file, preset, '/work');

describe('what is to be made', () => {
  it.each([
    ['dragon.glb', 'model', { format: 'glb', preset: 'web' }],
    ['Dragon.JPG', 'image', { format: 'jpeg' }],
    ['out/flight.mp4', 'video', { format: 'mp4' }],
    ['dragon.usdz', 'model', { format: 'usdz' }],
  ])('%s is of kind %s', (file, kind, output) => {
    const { entry } = entryOf(file);
    expect(entry).toEqual({ kind, prompt: 'a dragon', outputs: [output] });
  });

  it('takes a preset, and none', () => {
    expect(entryOf('a.glb', 'mobile').entry.outputs).toEqual([{ format: 'glb', preset: 'mobile' }]);
    expect(entryOf('a.glb', 'none').entry.outputs).toEqual([{ format: 'glb' }]);
    expect(() => entryOf('a.png', 'web')).toThrow('--preset is for .glb files');
    expect(() => entryOf('a.glb', 'wbe')).toThrow(
      '--preset: expected one of web, mobile, hero, none, found "wbe"',
    );
  });

  it.each([
    ['Red Dragon (2).glb', 'red-dragon-2'],
    ['éclair.png', 'eclair'],
    ['龍.png', 'asset'],
    [`${'long'.repeat(60)}.png`, 'long'.repeat(15)],
  ])('%j has the asset %j', (file, name) => {
    expect(entryOf(file).name).toBe(name);
  });

  it.each(['dragon', 'dragon.txt', '.glb', 'constructor', 'a.constructor'])(
    '%j is refused, with what there is',
    (file) => {
      expect(() => entryOf(file)).toThrow(/expected a file that ends in \.glb, .* or \.webm/);
    },
  );
});
