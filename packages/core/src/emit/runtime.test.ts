import { Document, NodeIO } from '@gltf-transform/core';
import { createRoot, flushSync } from '@react-three/fiber';
import { createElement, Suspense } from 'react';
import type { ElementType } from 'react';
import { renderToString } from 'react-dom/server';
import type { Component } from 'svelte';
import { render } from 'svelte/server';
import { createSSRApp, h } from 'vue';
import type { Component as VueComponent } from 'vue';
import { renderToString as renderVue } from 'vue/server-renderer';
import { beforeAll, describe, expect, it } from 'vitest';
import { figureGlb } from '../testing/figure.ts';

/** What a page imports: code that no compiler of types reads. */
async function runtime<T>(name: string): Promise<T> {
  const file: string = `../../runtime/${name}.js`;
  return (await import(/* @vite-ignore */ file)) as T;
}

interface Pictures {
  image(asset: object, name: string): unknown;
  video(asset: object, name: string): unknown;
}

const HERO = {
  url: '/hero.640w.webp',
  width: 640,
  height: 360,
  srcset: '/hero.320w.webp 320w, /hero.640w.webp 640w',
  sources: [
    { type: 'image/avif', srcset: '/hero.320w.avif 320w' },
    { type: 'image/webp', srcset: '/hero.320w.webp 320w, /hero.640w.webp 640w' },
  ],
  placeholder: 'data:image/webp;base64,AAAA',
};

const FILM = {
  width: 854,
  height: 480,
  sources: [{ type: 'video/mp4', src: '/waves.mp4' }],
  poster: '/waves.poster.webp',
};

/** How each framework renders a component on a server. */
const SERVERS = {
  react: async (component, props) =>
    renderToString(createElement(component as ElementType, props as object)),
  vue: (component, props) =>
    renderVue(createSSRApp({ render: () => h(component as VueComponent, props) })),
  svelte: async (component, props) => render(component as Component, { props }).body,
} satisfies Record<string, (component: unknown, props: Record<string, unknown>) => Promise<string>>;

describe.each(Object.entries(SERVERS))('on a server, %s', (name, print) => {
  let made: Pictures;
  beforeAll(async () => {
    made = await runtime<Pictures>(name);
  });

  it('writes a picture with its sizes, its place and its placeholder', async () => {
    const html = await print(made.image(HERO, 'Hero'), { alt: '"><script>', sizes: '50vw' });
    const text = html.replaceAll('srcSet', 'srcset').replaceAll('&quot;', "'");
    expect(text).toMatch(/<picture style="display: ?contents;?">/);
    expect(text.match(/<source [^>]*type="image\/(?:avif|webp)"/g)).toHaveLength(2);
    expect(text.match(/sizes="50vw"/g)).toHaveLength(3);
    const [image = ''] = /<img (?:[^">]|"[^"]*")*>/.exec(text) ?? [];
    for (const part of ['width="640"', 'height="360"', 'src="/hero.640w.webp"', 'loading="lazy"']) {
      expect(image).toContain(part);
    }
    expect(image).toContain('/hero.320w.webp 320w, /hero.640w.webp 640w');
    expect(image).toContain("url('data:image/webp;base64,AAAA')");
    expect(html).not.toContain('<script>');
  });

  it('writes a picture of one format without sources', async () => {
    const [, webp] = HERO.sources;
    const html = await print(made.image({ ...HERO, sources: [webp] }, 'Hero'), {});
    expect(html).not.toContain('<source');
    expect(html).toMatch(/ alt(?:="")? /);
  });

  it('writes a video with its poster, and asks for its beginning where it has none', async () => {
    const html = await print(made.video(FILM, 'Waves'), { controls: true });
    expect(html).toMatch(/<video [^>]*preload="none"[^>]*>/);
    expect(html).toMatch(/<video [^>]*poster="\/waves\.poster\.webp"[^>]*>/);
    expect(html).toMatch(/<video [^>]*\bcontrols\b/);
    expect(html).toMatch(/<source (?=[^>]*src="\/waves\.mp4")(?=[^>]*type="video\/mp4")/);
    const bare = await print(made.video({ ...FILM, poster: null }, 'Waves'), {});
    expect(bare).toMatch(/preload="metadata"/);
    expect(bare).not.toContain('poster');
  });
});

it('Svelte writes no listener, and no attribute that is none, into a page', async () => {
  const { image } = await runtime<Pictures>('svelte');
  const props = {
    class: ['a', { b: true, c: false }],
    onclick: () => undefined,
    onerror: 'alert(1)',
    'x><script>': 'x',
    children: () => undefined,
  };
  const html = await SERVERS.svelte(image(HERO, 'Hero'), props);
  expect(html).toContain('class="a b"');
  expect(html).not.toMatch(/onclick|onerror|script|children/);
});

it('a component of a model is imported and rendered on a server, where nothing is drawn', async () => {
  const { model } = await runtime<{ model(spec: object): object }>('three');
  const { component } = await runtime<{ component(made: object, name: string): ElementType }>(
    'r3f',
  );
  const { Canvas } = await import('@react-three/fiber');
  const Dragon = component(model({ name: 'dragon', bounds: null, levels: [], use: [] }), 'Dragon');
  const html = renderToString(createElement(Canvas, {}, createElement(Dragon)));
  expect(html).toMatch(/^<div/);
});

interface Node {
  readonly name: string;
  readonly uuid: string;
  readonly position: { x: number };
  readonly isSkinnedMesh?: boolean;
  readonly skeleton?: { readonly bones: readonly Node[] };
  traverse(each: (node: Node) => void): void;
}

interface Loaded {
  readonly scene: Node;
  readonly nodes: Readonly<Record<string, Node>>;
  readonly materials: Readonly<Record<string, { readonly name: string }>>;
  readonly animations: Readonly<Record<string, { readonly tracks: readonly object[] }>>;
  clone(): Loaded;
}

describe('a model for three.js', () => {
  const load = async (glb: Uint8Array): Promise<Loaded> => {
    const { model } = await runtime<{
      model(spec: object): { load(): Promise<Loaded> };
    }>('three');
    const url = `data:model/gltf-binary;base64,${Buffer.from(glb).toString('base64')}`;
    const levels = [{ url, bytes: glb.length, share: 1 }];
    return model({ name: 'props/odd', bounds: null, levels, use: [] }).load();
  };

  /** Nodes side by side with these names, each farther to the right. */
  const named = (names: readonly string[]): Promise<Uint8Array> => {
    const document = new Document();
    const scene = document.createScene();
    document.createBuffer();
    names.forEach((name, at) => {
      scene.addChild(document.createNode(name).setTranslation([at + 1, 0, 0]));
    });
    return new NodeIO().writeBinary(document);
  };

  it.each([
    ['what every object has', ['__proto__', 'constructor', 'toString', 'hasOwnProperty']],
    ['other scripts', ['龍の翼', 'крыло', 'aile gauche', '🐉', '\u0000']],
    ['what three.js renames', ['Wing.L', 'a[b]', 'x:y/z', 'Wing.L.001']],
  ])('has nodes by the names of the file: %s', async (_, names) => {
    const { nodes } = await load(await named(names));
    expect(names.map((name) => nodes[name]?.position.x)).toEqual(names.map((_name, at) => at + 1));
    // And nothing that is not in it.
    expect(nodes['valueOf']).toBeUndefined();
    expect(Object.keys(nodes).sort()).toEqual([...names, 'odd'].sort());
  });

  it('has the first of nodes with one name, and none for those without', async () => {
    const { nodes } = await load(await named(['wing', 'wing', '', 'wing']));
    expect(nodes['wing']?.position.x).toBe(1);
    expect(Object.keys(nodes).sort()).toEqual(['odd', 'wing']);
  });

  it('without animations and materials has none', async () => {
    const { animations, materials } = await load(await named(['a']));
    expect([Object.keys(animations), Object.keys(materials)]).toEqual([[], []]);
    expect(materials['constructor']).toBeUndefined();
  });

  it('gives each copy of a skinned model bones that are in that copy', async () => {
    const first = await load(await figureGlb());
    const second = first.clone();
    const bonesOf = ({ scene }: Loaded) => {
      const inside = new Set<Node>();
      const bones: Node[] = [];
      scene.traverse((node) => {
        inside.add(node);
        bones.push(...(node.skeleton?.bones ?? []));
      });
      expect(bones.length).toBeGreaterThan(0);
      for (const bone of bones) expect(inside.has(bone)).toBe(true);
      return bones;
    };
    const [ones, others] = [bonesOf(first), bonesOf(second)];
    expect(ones.filter((bone) => others.includes(bone))).toEqual([]);
    // What moves one copy leaves the other where it is.
    const before = others.map((bone) => bone.position.x);
    for (const bone of ones) bone.position.x += 5;
    expect(others.map((bone) => bone.position.x)).toEqual(before);
  });
});

describe('a component of React Three Fiber', () => {
  const nothing = () => undefined;
  const listening = { addEventListener: nothing, removeEventListener: nothing };

  /** What React Three Fiber uses of a canvas and of its renderer; nothing is drawn. */
  function openCanvas() {
    const canvas = { ...listening, style: {} };
    const methods = { render: nothing, setPixelRatio: nothing, setSize: nothing };
    return { canvas, gl: { ...methods, domElement: canvas, shadowMap: {}, xr: listening } };
  }

  async function shownAtOnce(preloads: boolean): Promise<readonly string[]> {
    // Only an optional peer of this package.
    const three: string = 'three';
    const { Group } = (await import(three)) as { Group: new () => object };
    const { component } = await runtime<{
      component(made: object, name: string): ElementType & { preload(): Promise<void> };
    }>('r3f');
    const copy = (): object => ({
      scene: Object.assign(new Group(), { name: 'the model' }),
      parts: [],
      clone: copy,
      hold: nothing,
      release: nothing,
    });
    const made = { load: async () => copy(), onRenew: () => nothing };
    const Model = component(made, 'Dragon');
    if (preloads) await Model.preload();
    const shown: string[] = [];
    function Fallback() {
      shown.push('the fallback');
      return null;
    }
    const { canvas, gl } = openCanvas();
    const root = createRoot(canvas as never);
    const size = { width: 1, height: 1, top: 0, left: 0 };
    await root.configure({ gl: () => gl as never, size, frameloop: 'never' });
    const fallback = createElement(Fallback);
    const model = createElement(Model);
    let store: ReturnType<typeof root.render> | undefined;
    flushSync(() => {
      store = root.render(createElement(Suspense, { fallback }, model));
    });
    const { scene } = store!.getState();
    scene.traverse(({ name }) => shown.push(name));
    root.unmount();
    return shown.filter((name) => name !== '');
  }

  it('suspends until its model is loaded', async () => {
    expect(await shownAtOnce(false)).toEqual(['the fallback']);
  });

  it('does not suspend where that was loaded before', async () => {
    expect(await shownAtOnce(true)).toEqual(['the model']);
  });
});
