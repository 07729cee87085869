import { expect, it } from 'vitest';
import { refuseDrawing } from './refuse-drawing.ts';

const svg = (body: string): string => `<svg xmlns="http://www.w3.org/2000/svg">${body}</svg>`;
const levels = (count: number, times: number): string =>
  Array.from(
    { length: count },
    (_, at) => `<g id="l${at + 1}">${`<use href="#l${at}"/>`.repeat(times)}</g>`,
  ).join('');

it('what uses itself many times is counted as often as it is drawn', () => {
  const drawing = (count: number) =>
    svg(`<defs><rect id="l0"/>${levels(count, 10)}</defs><use href="#l${count}"/>`);
  expect(() => refuseDrawing(drawing(4), 1)).not.toThrow();
  expect(() => refuseDrawing(drawing(10), 1)).toThrow(
    /found \d{11} elements, as often as they are used: at most 200000 are drawn/,
  );
});

it('what uses itself without an end is refused', () => {
  for (const body of ['<g id="a"><use href="#a"/></g>', '<g id="a"><g><use href="#a"/></g></g>']) {
    expect(() => refuseDrawing(svg(body), 1)).toThrow('an endless number of elements');
  }
});

it('a filter counts with its pixels', () => {
  const filter = svg(`<filter id="f">${'<feGaussianBlur stdDeviation="9"/>'.repeat(4)}</filter>`);
  expect(() => refuseDrawing(filter, 1_000_000)).not.toThrow();
  expect(() => refuseDrawing(filter, 16_000_000)).toThrow(
    '4 parts of filters over 16000000 pixels, 64000000 together: at most 33554432',
  );
});

it('drawings as they are made pass', () => {
  expect(() => refuseDrawing(svg('<g id="a"><g id="a"/></g>'), 1)).not.toThrow();
  const icons = Array.from({ length: 20_000 }, (_, at) => `<use xlink:href="#i${at % 50}"/>`);
  const symbols = Array.from({ length: 50 }, (_, at) => `<symbol id="i${at}"><path/></symbol>`);
  expect(() => refuseDrawing(svg([...symbols, ...icons].join('')), 1e6)).not.toThrow();
});

it.each([
  ['tags that never end', '<a '.repeat(500_000)],
  ['a tag of spaces', `<use ${' '.repeat(2_000_000)}`],
  ['quotes', `<use id="${'"'.repeat(500_000)}/>`],
  ['ids', '<g id="a">'.repeat(300_000)],
])('%s take no time', (_name, body) => {
  expect(() => refuseDrawing(svg(body), 1)).not.toThrow(RangeError);
});
