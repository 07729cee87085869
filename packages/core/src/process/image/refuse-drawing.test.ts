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

const inData = (body: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(svg(body)).toString('base64')}`;
const paints = (name: string, attribute: string): string =>
  Array.from(
    { length: 10 },
    (_, at) =>
      `<${name} id="p${at}">${`<rect ${attribute}="url(#p${at - 1})"/>`.repeat(10)}</${name}>`,
  ).join('') + `<rect ${attribute}="url('#p9')"/>`;
const embedded = (levels: number, times: number): string =>
  Array.from({ length: levels }).reduce(
    (body: string) => `<image id="i" href="${inData(body)}"/>${'<use href="#i"/>'.repeat(times)}`,
    '<rect/>',
  );

it.each([
  ['patterns', paints('pattern', 'fill')],
  ['masks', paints('mask', 'mask')],
  ['clip paths', paints('clipPath', 'clip-path')],
  ['drawings in drawings', embedded(6, 10)],
  ['drawings in drawings without an end', embedded(9, 0)],
  [
    'a drawing as text',
    `<image id="i" xlink:href='data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg('<g/>'.repeat(1000)))}'/>${'<use href="#i"/>'.repeat(300)}`,
  ],
  [
    'a drawing as entities',
    `<image id="i" href="data:image/svg+xml,&lt;svg&gt;${'&#x3C;g/&#62;'.repeat(1000)}&lt;/svg&gt;"/>${'<use href="#i"/>'.repeat(300)}`,
  ],
  [
    'markers',
    `<marker id="m">${'<g/>'.repeat(100)}</marker><path marker-mid="url(#m)" d="${'l1 1'.repeat(5_000)}"/>`,
  ],
  ['a reference between spaces', `<g id  =  "a"><use href  =  " #a"/></g>`],
  ['an attribute with an end of a tag', '<g x=">" id="a"><use x=">" href="#a"/></g>'],
])('%s are counted as often as they are drawn', (_name, body) => {
  expect(() => refuseDrawing(svg(body), 1)).toThrow(/elements, as often as they are used/);
});

it('a text counts by the square of its length', () => {
  const text = (count: number): string => `<text><tspan>${'a '.repeat(count / 2)}</tspan></text>`;
  expect(() => refuseDrawing(svg(text(5_000)), 1)).not.toThrow();
  expect(() => refuseDrawing(svg(`<title>${'a'.repeat(50_000)}</title>`), 1)).not.toThrow();
  expect(() => refuseDrawing(svg(text(10_000)), 1)).toThrow(
    'a text as costly as one of 10000 characters: at most 7071 are drawn',
  );
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
  const stops = `<linearGradient id="a">${'<stop/>'.repeat(100)}</linearGradient>`;
  const clip = '<clipPath id="c"><rect/></clipPath><mask id="m"><rect mask="url(#m)"/></mask>';
  const filled = '<rect fill="url(#a)" clip-path="url(#c)" mask="url(#m)"/>'.repeat(5_000);
  expect(() => refuseDrawing(svg(stops + clip + filled), 1e6)).not.toThrow();
  const picture = '<image href="data:image/png;base64,AAAA"/>';
  expect(() => refuseDrawing(svg(picture + embedded(3, 2)), 1e6)).not.toThrow();
});

it.each([
  ['tags that never end', '<a '.repeat(500_000)],
  ['a tag of spaces', `<use ${' '.repeat(2_000_000)}`],
  ['quotes', `<use id="${'"'.repeat(500_000)}/>`],
  ['attributes', `<use ${'a="b"'.repeat(500_000)}`],
  ['paints', `<use ${'a="url(#b)" marker:'.repeat(100_000)}/>`],
  ['data', `<image href="data:image/svg+xml,${'&#'.repeat(1_000_000)}"/>`],
  ['ids', '<g id="a">'.repeat(300_000)],
])('%s take no time', (_name, body) => {
  expect(() => refuseDrawing(svg(body), 1)).not.toThrow(RangeError);
});
