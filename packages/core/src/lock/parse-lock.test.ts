import { readFileSync } from 'node:fs';
import { AssetgenError } from '@assetgen/client';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digest, lockedOf } from '../testing/locks.ts';
import { assetOf } from '../testing/manifests.ts';
import { parseLock } from './parse-lock.ts';
import { serialiseLock } from './serialise-lock.ts';
import type { Lock, LockedAsset } from './lock.ts';
import { record } from './lock.ts';

const hero = lockedOf(
  assetOf({ kind: 'image', prompt: 'x', outputs: ['webp', 'png'], variants: 2 }),
);
const dragon = lockedOf(assetOf({ kind: 'model', prompt: 'x' }));
const lockOf = (assets: Record<string, LockedAsset>): Lock => ({
  assets: record(Object.entries(assets)),
});
const TEXT = serialiseLock(lockOf({ 'props/dragon': dragon, hero }));

function errorOf(text: string): string {
  try {
    parseLock('assets.gen.lock.json', text);
  } catch (error) {
    expect(error).toBeInstanceOf(AssetgenError);
    expect(error).toMatchObject({ code: 'ASSETGEN_LOCK', hint: expect.any(String) });
    return (error as Error).message;
  }
  return 'no error';
}
/** The text with a change of its parsed value. */
function changed(change: (value: any) => void): string {
  const value: unknown = JSON.parse(TEXT);
  change(value);
  return `${JSON.stringify(value, null, 2)}\n`;
}

describe('serialiseLock', () => {
  it('sorts keys, ends in one LF, and gives the same bytes for the same lock', () => {
    expect(TEXT.endsWith('}\n')).toBe(true);
    expect(TEXT).not.toContain('\r');
    const reversed = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(reversed)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([k, v]) => [k, reversed(v)]),
            )
          : value;
    const again = reversed({ hero, 'props/dragon': dragon }) as Record<string, LockedAsset>;
    expect(serialiseLock(lockOf(again))).toBe(TEXT);
    const keys = [...TEXT.matchAll(/^ {4}"(.*)": \{$/gm)].map((match) => match[1]);
    expect(keys).toEqual(['hero', 'props/dragon']);
  });

  it('is what parseLock reads back, whatever the names', () => {
    const name = fc.stringMatching(/^[a-z0-9_-][a-z0-9._-]{0,9}(?:\/[a-z0-9_-]{1,5})?$/);
    const names = fc.uniqueArray(fc.oneof(name, fc.constantFrom('__proto__', 'constructor')));
    fc.assert(
      fc.property(names, (all) => {
        const lock: Lock = { assets: record(all.map((each) => [each, hero])) };
        const text = serialiseLock(lock);
        const parsed = parseLock('l', text);
        expect(Object.keys(parsed.assets).sort()).toEqual([...all].sort());
        expect(serialiseLock(parsed)).toBe(text);
      }),
    );
  });

  it('holds no time, no URL and no prompt', () => {
    const secret = lockedOf(assetOf({ kind: 'image', prompt: 'a secret wish' }));
    const text = serialiseLock(lockOf({ secret }));
    expect(text).not.toMatch(/https?:|secret wish|20\d\d-/);
  });
});

describe('parseLock', () => {
  it('reads what it wrote, with CRLF and without white space too', () => {
    const assets = { 'props/dragon': dragon, hero };
    for (const text of [TEXT, TEXT.replaceAll('\n', '\r\n'), JSON.stringify(JSON.parse(TEXT))]) {
      expect(errorOf(text)).toBe('no error');
      expect(parseLock('l', text)).toEqual({ assets });
    }
  });

  it('refuses the markers of a merge conflict, with the line', () => {
    const lines = TEXT.split('\n');
    lines.splice(5, 0, '<<<<<<< HEAD', '=======', '>>>>>>> theirs');
    expect(errorOf(lines.join('\n'))).toBe(
      'assets.gen.lock.json:6:1 the lock contains a merge conflict',
    );
    expect(errorOf(lines.join('\r\n'))).toContain(':6:1 the lock contains a merge conflict');
  });

  it.each([
    ['an unknown version', (lock: any) => (lock.lockfileVersion = 2)],
    ['no version', (lock: any) => delete lock.lockfileVersion],
    ['no assets', (lock: any) => delete lock.assets],
    ['assets that are a list', (lock: any) => (lock.assets = [])],
    ['a name that climbs', (lock: any) => (lock.assets['../x'] = lock.assets.hero)],
    ['a name inside that climbs', (lock: any) => (lock.assets['a/../x'] = lock.assets.hero)],
    ['an absolute name', (lock: any) => (lock.assets['/etc/x'] = lock.assets.hero)],
    ['a name of Windows', (lock: any) => (lock.assets['c:\\x'] = lock.assets.hero)],
    ['an output that climbs', (lock: any) => add(lock, '../../x.webp')],
    ['an absolute output', (lock: any) => add(lock, '/x.webp')],
    ['a hidden output', (lock: any) => add(lock, '.x')],
    ['no recipe', (lock: any) => delete lock.assets.hero.recipe],
    ['no kind', (lock: any) => delete lock.assets.hero.kind],
    ['a recipe that is a digest', (lock: any) => (lock.assets.hero.recipe = digest('x'))],
    ['a list as a recipe', (lock: any) => (lock.assets.hero.recipe = [lock.assets.hero.recipe])],
    ['no fields', (lock: any) => delete lock.assets.hero.fields],
    ['no jobs', (lock: any) => delete lock.assets.hero.jobs],
    ['a job without UUIDs', (lock: any) => delete lock.assets.hero.jobs[0].uuids],
    ['a UUID that is no text', (lock: any) => (lock.assets.hero.jobs[0].uuids = [3])],
    ['points that are a text', (lock: any) => (lock.assets.hero.jobs[0].points = '3')],
    ['a variant without UUID', (lock: any) => delete lock.assets.hero.variants[1].uuid],
    ['a variant with another digest', (lock: any) => (lock.assets.hero.variants[1].digest = 'x')],
    ['a variant without a size', (lock: any) => delete lock.assets.hero.variants[1].bytes],
    ['an output without a digest', (lock: any) => delete lock.assets.hero.outputs['a.png'].digest],
    ['an output without meta', (lock: any) => delete lock.assets.hero.outputs['a.png'].meta],
    ['code where a width belongs', (lock: any) => meta(lock, 'width', '`;alert(1)//')],
    ['an asset that is null', (lock: any) => (lock.assets.hero = null)],
  ])('refuses %s, with its line', (_name, change) => {
    expect(errorOf(changed(change))).toMatchSnapshot();
  });

  it.each([
    ['an asset', (text: string) => text.replace('"props/dragon"', '"hero"'), ':42:5 assets.hero'],
    [
      'an output',
      (text: string) => text.replace('"a.webp": {', '"a.png": {'),
      ': "a.png" is defined twice',
    ],
    ['a key', (text: string) => text.replace('"fields"', '"kind"'), ': "kind" is defined twice'],
  ])('refuses %s that stands twice, with its line', (_name, change, message) => {
    const error = errorOf(change(TEXT));
    expect(error).toMatch(/^assets\.gen\.lock\.json:\d+:\d+ /);
    if (!message.startsWith(':4')) expect(error).toContain(message);
    else expect(error).toContain('"hero" is defined twice');
    expect(errorOf(JSON.stringify(JSON.parse(TEXT)).replace('"props/dragon"', '"hero"'))).toContain(
      'is defined twice',
    );
  });

  it('refuses what is no JSON, with its line', () => {
    expect(errorOf('')).toBe('assets.gen.lock.json:1:1 not JSON');
    expect(errorOf(TEXT.slice(0, 200))).toMatch(/^assets\.gen\.lock\.json:\d+:\d+ not JSON$/);
    expect(errorOf('{\n  "lockfileVersion": 1,\n  oops\n}')).toContain('json:3:3 not JSON');
    expect(errorOf('null')).toContain('expected an object');
    expect(errorOf(readFileSync(process.execPath).subarray(0, 500).toString())).toContain(':1:1');
  });

  it('never fails otherwise, whatever is changed', () => {
    const values = fc.oneof(fc.constant(undefined), fc.jsonValue());
    fc.assert(
      fc.property(fc.nat(), values, (at, value) => {
        const paths = everyPath(JSON.parse(TEXT));
        const path = paths[at % paths.length] ?? [];
        return ['no error', 'assets'].some((start) =>
          errorOf(changed((lock) => put(lock, path, value))).startsWith(start),
        );
      }),
      { numRuns: 300 },
    );
  });
});

const add = (lock: any, name: string): void => {
  lock.assets.hero.outputs[name] = lock.assets.hero.outputs['a.png'];
};
const meta = (lock: any, key: string, value: unknown): void => {
  lock.assets.hero.outputs['a.png'].meta[key] = value;
};

function everyPath(value: unknown, base: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [base];
  const below = Object.entries(value).flatMap(([key, each]) => everyPath(each, [...base, key]));
  return base.length === 0 ? below : [base, ...below];
}

function put(value: any, path: readonly string[], next: unknown): void {
  const [key = '', ...rest] = path;
  if (rest.length > 0) put(value[key], rest, next);
  else if (next === undefined) delete value[key];
  else value[key] = next;
}
