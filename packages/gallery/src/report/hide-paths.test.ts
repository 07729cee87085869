import { expect, test } from 'vitest';
import { hidePaths } from './hide-paths.ts';

const hide = hidePaths('/home/ann/game', ['/srv/cache', null], '/home/ann');

test.each([
  ['/home/ann/game/art/a.png is no image', './art/a.png is no image'],
  ['/home/ann/.config, /home/ann', '~/.config, ~'],
  ['file:///home/ann/game/a.png', 'file://./a.png'],
  ['"/srv/cache/blobs"', '"…/blobs"'],
  ['/home/anna and /home/ann-b stay', '/home/anna and /home/ann-b stay'],
  ['a red boat', 'a red boat'],
])('%s', (text, shown) => {
  expect(hide(text)).toBe(shown);
});

test('a home of one folder is hidden as part of a path alone', () => {
  const short = hidePaths('/work/game', [], '/root');
  expect(short('carrots/root vegetables')).toBe('carrots/root vegetables');
  expect(short('in /root/.cache/x')).toBe('in ~/.cache/x');
});

test('a folder of Windows is hidden with either slash', () => {
  const windows = hidePaths('C:\\Users\\Ann\\game', [], 'C:\\Users\\Ann');
  expect(windows('C:\\Users\\Ann\\game\\a.png')).toBe('.\\a.png');
  expect(windows('C:/Users/Ann/x')).toBe('~/x');
});
