import { createRawSnippet } from 'svelte';
import { toStore } from 'svelte/store';

/** What an import with `?svelte` exports of an image: `<picture>` with every format and width. */
export const image = ({ url, width, height, srcset, sources, placeholder }) =>
  component(({ sizes = '100vw', style = '', ...props }, isThere) => {
    // Until then its placeholder fills its place.
    const background = isThere ? '' : `background:url("${placeholder}") 0 0/100% 100%;`;
    const others = sources.length > 1 ? sources : [];
    const loading = { loading: 'lazy', decoding: 'async', alt: '' };
    const own = { style: `${FITS}${background}${style}` };
    return [
      ['picture', { style: 'display:contents' }],
      ...others.map((each) => ['source', { ...each, sizes }]),
      ['img', { ...loading, width, height, sizes, srcset, src: url, ...props, ...own }],
    ];
  });

/** What an import with `?svelte` exports of a video: `<video>` with its poster. */
export const video = ({ width, height, sources, poster }) =>
  component(({ style = '', ...props }) => {
    const loading = { playsinline: true, preload: poster === null ? 'metadata' : 'none' };
    const own = { style: `${FITS}${style}` };
    return [
      ['video', { ...loading, width, height, poster, ...props, ...own }],
      ...sources.map(({ type, src }) => ['source', { type, src }]),
    ];
  });

const FITS = 'max-width:100%;height:auto;';

/**
 * A component without a compiler: a snippet is given what a component is, a place in the page or what writes
 * one on a server. `describe(props, isThere)` gives the outer element, and those in it.
 */
const component = (describe) => (place, props) => {
  let main;
  let isThere = false;
  let before = [];
  const parts = () => describe(attributesOf(props), isThere);
  createRawSnippet(() => ({
    render: () => print(parts()),
    setup(outer) {
      const elements = [outer, ...outer.children];
      main = outer.localName === 'picture' ? outer.lastElementChild : outer;
      const update = () => {
        const next = parts();
        next.forEach(([, each], at) => put(elements[at], each, before[at]?.[1] ?? {}));
        before = next;
      };
      const loaded = () => {
        isThere = true;
        update();
      };
      // Of a page that was rendered on a server, the picture may be there before this code is.
      if (main.naturalWidth > 0) isThere = true;
      main.addEventListener('load', loaded);
      const listened = new Set();
      return toStore(() => ({ ...props })).subscribe((all) => {
        update();
        for (const key of Object.keys(all)) {
          const [, type, capture] =
            /^on((?:got|lost)pointercapture|.+?)(capture)?$/.exec(key) ?? [];
          if (type === undefined || listened.has(key)) continue;
          listened.add(key);
          main.addEventListener(
            type,
            (event) => props[key]?.call(main, event),
            capture !== undefined,
          );
        }
      });
    },
  }))(place);
  return {
    get element() {
      return main;
    },
  };
};

function attributesOf(props) {
  const given = Object.entries(props).filter(([key]) => /^(?!on|children$)[\w:-]+$/.test(key));
  const attributes = Object.fromEntries(given);
  return 'class' in attributes ? { ...attributes, class: classOf(attributes.class) } : attributes;
}

/** As Svelte takes it: a text, or arrays and objects of them. */
function classOf(value) {
  if (typeof value !== 'object' || value === null) return value;
  const list = Array.isArray(value) ? value : Object.keys(value).filter((key) => value[key]);
  return list.map(classOf).filter(Boolean).join(' ');
}

const isSet = (value) => value !== undefined && value !== null && value !== false;

function print([[tag, attributes], ...others]) {
  const inner = others.map(([each, its]) => open(each, its)).join('');
  return `${open(tag, attributes)}${inner}</${tag}>`;
}

function open(tag, attributes) {
  const written = Object.entries(attributes)
    .filter(([, value]) => isSet(value))
    .map(([key, value]) => ` ${key}="${value === true ? '' : escape(`${value}`)}"`);
  return `<${tag}${written.join('')}>`;
}

const escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

function put(element, attributes, before) {
  for (const key of Object.keys(before)) {
    if (!(key in attributes)) element.removeAttribute(key);
  }
  for (const [key, value] of Object.entries(attributes)) {
    // A policy may forbid styles that are texts.
    if (key === 'style') element.style.cssText = value;
    else if (!isSet(value)) element.removeAttribute(key);
    else if (element.getAttribute(key) !== `${value}`) {
      element.setAttribute(key, value === true ? '' : value);
    }
    if (key === 'muted') element.muted = isSet(value);
  }
}
