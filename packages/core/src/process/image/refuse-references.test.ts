import { expect, it } from 'vitest';
import { refuseReferences } from './refuse-references.ts';

const refuse = (body: string) => (): void =>
  refuseReferences(`<svg xmlns="http://www.w3.org/2000/svg">${body}</svg>`);

it.each([
  ['<image href="a.png"/>', 'a.png'],
  ["<image\n width='9'\n xlink:href = 'https://x.example/a.png'/>", 'https://x.example/a.png'],
  ['<svg:image href="a.png"/>', 'a.png'],
  ['<image href="data:x"/><image href="b.png"/>', 'b.png'],
  ['<use href="a.svg#b"/>', 'a.svg#b'],
  ['<!ENTITY a SYSTEM "file:///etc/passwd">', 'file:///etc/passwd'],
  ['<?xml-stylesheet href="a.css"?>', 'a.css'],
  ['<style>@import "a.css"</style>', 'a.css'],
  ['<style>@import url( a.css )</style>', 'a.css'],
  ['<rect fill="url( other.svg#a )"/>', 'other.svg#a '],
])('%s is a reference', (body, found) => {
  expect(refuse(body)).toThrow(`found a reference to ${JSON.stringify(found)}`);
});

it.each([
  '<image href="data:image/png;base64,AA=="/>',
  '<use href="#a"/><use xlink:href=" #a"/>',
  '<a href="https://x.example"/><image width="9"/><b href="x"/>',
  '<rect fill="url(#a)" mask="url( \'#b\' )"/>',
])('%s is none', (body) => {
  expect(refuse(body)).not.toThrow();
});

// By expressions that look ahead to the end of the text, each of these takes a quarter of an hour or more.
it.each([
  ['images in a comment', `<!-- ${'<image '.repeat(300_000)} -->`],
  ['images with half of a reference', '<image href="'.repeat(200_000)],
  ['entities', '<!ENTITY '.repeat(200_000)],
  ['an address of spaces', `<style>a{fill:url(${' '.repeat(2_000_000)}#a)}</style>`],
  ['an import of spaces', `<style>@import${' '.repeat(2_000_000)}</style>`],
  ['references of spaces', `<image ${`href=${' '.repeat(1000)}`.repeat(2_000)}/>`],
])('%s take no time', (_name, body) => {
  expect(refuse(body)).not.toThrow(RangeError);
});
