import { expect, it } from 'vitest';
import { refuseSizeless } from './refuse-sizeless.ts';

const refuse = (attributes: string) => (): void =>
  refuseSizeless(
    `<?xml version="1.0"?><!-- <svg2 --><!-- <svg > --><svg${attributes}><rect width="9" height="9"/></svg>`,
  );

it.each([
  '',
  ' width="9"',
  ' height="9"',
  ' width="100%" height="100%"',
  ' width="50.5 %" height="9"',
])('a size of "%s" is none', (attributes) => {
  expect(refuse(attributes)).toThrow('expected an SVG with a size');
});

it.each([
  ' viewBox="0 0 9 9"',
  " viewBox = '0 0 9 9' width='100%'",
  ' width="9" height="9"',
  ' width="9.5mm" height=".5em"',
  '\n\twidth="9px"\n\theight="9px"\n',
])('%j is one', (attributes) => {
  expect(refuse(attributes)).not.toThrow();
});
