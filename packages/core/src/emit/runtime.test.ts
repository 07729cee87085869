import { Document, NodeIO } from '@gltf-transform/core';
import { createRoot, extend, flushSync } from '@react-three/fiber';
import { Component, createElement, StrictMode, Suspense } from 'react';
import type { ElementType, ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { Component as SvelteComponent } from 'svelte';
import { render } from 'svelte/server';
import { createSSRApp, h } from 'vue';
import type { Component as VueComponent } from 'vue';
import { renderToString as renderVue } from 'vue/server-renderer';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { figureGlb } from '../testing/figure.ts';
import { modelStep } from '../testing/model-step.ts';
import { sampleGlb } from '../testing/sample-glb.ts';

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
  svelte: async (component, props) => render(component as SvelteComponent, { props }).body,
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
  readonly type: string;
  readonly position: { x: number };
  readonly quaternion: { toArray(): number[] };
  readonly morphTargetInfluences?: readonly number[];
  readonly isSkinnedMesh?: boolean;
  readonly geometry?: {
    readonly morphAttributes: object;
    readonly attributes: { readonly normal?: { getComponent(at: number, axis: number): number } };
  };
  readonly skeleton?: Skeleton;
  traverse(each: (node: Node) => void): void;
  updateMatrixWorld(force: boolean): void;
}

interface Skeleton {
  readonly bones: readonly Node[];
  readonly boneTexture: { addEventListener(type: 'dispose', listener: () => void): void } | null;
  computeBoneTexture(): Skeleton;
}

/** Of three.js, which is only an optional peer of this package. */
interface Three {
  readonly Group: new () => Node;
  readonly Mesh: new () => Node;
  readonly BoxGeometry: new () => {
    addEventListener(type: 'dispose', listener: () => void): void;
  };
  readonly Box3: new () => {
    readonly min: { toArray(): number[] };
    readonly max: { toArray(): number[] };
    expandByObject(object: Node, isPrecise?: boolean): void;
    union(box: unknown): void;
  };
  readonly AnimationMixer: new (root: Node) => {
    clipAction(clip: unknown): { play(): void };
    update(seconds: number): void;
  };
}

const three = async (): Promise<Three> => {
  const id: string = 'three';
  return (await import(id)) as Three;
};

interface Loaded {
  readonly scene: Node;
  readonly nodes: Readonly<Record<string, Node>>;
  readonly materials: Readonly<Record<string, { readonly name: string }>>;
  readonly animations: Readonly<Record<string, { readonly tracks: readonly object[] }>>;
  clone(): Loaded;
  dispose(): void;
}

const load = async (glb: Uint8Array, levels = 1): Promise<Loaded> => {
  const { model } = await runtime<{
    model(spec: object): { load(): Promise<Loaded> };
  }>('three');
  const url = `data:model/gltf-binary;base64,${Buffer.from(glb).toString('base64')}`;
  const level = { url, bytes: glb.length, share: 1 };
  return model({
    name: 'props/odd',
    bounds: null,
    levels: Array.from({ length: levels }, () => level),
    use: [],
  }).load();
};

describe('a model for three.js', () => {
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

  /** A model of what is moved by an animation: by its name, without one, and with bones and morph targets. */
  async function moving(): Promise<Uint8Array> {
    const io = new NodeIO();
    const document = await io.readBinary(await figureGlb());
    const [buffer] = document.getRoot().listBuffers();
    const [animation] = document.getRoot().listAnimations();
    const values = (type: 'SCALAR' | 'VEC3', array: readonly number[]) =>
      document
        .createAccessor()
        .setType(type)
        .setArray(Float32Array.from(array))
        .setBuffer(buffer ?? null);
    const node = document.createNode('');
    document.getRoot().listScenes()[0]?.addChild(node);
    const sampler = document
      .createAnimationSampler()
      .setInput(values('SCALAR', [0, 2]))
      .setOutput(values('VEC3', [0, 0, 0, 8, 0, 0]));
    const channel = document.createAnimationChannel().setTargetNode(node).setSampler(sampler);
    animation?.addSampler(sampler).addChannel(channel.setTargetPath('translation'));
    return io.writeBinary(document);
  }

  it('plays an animation on every level of detail, also of parts without a name', async () => {
    const { AnimationMixer } = await three();
    const { scene, animations } = await load(await moving(), 3);
    const mixer = new AnimationMixer(scene);
    mixer.clipAction(animations['wave']).play();
    mixer.update(1.5);
    const poses = new Map<string, Set<string>>();
    const moved: number[] = [];
    scene.traverse(({ name, type, position, quaternion, morphTargetInfluences }) => {
      const pose = JSON.stringify([position, quaternion.toArray(), morphTargetInfluences]);
      if (['chest', 'body'].includes(name)) {
        poses.set(name, (poses.get(name) ?? new Set()).add(pose));
      }
      if (type === 'Object3D' && position.x > 1) moved.push(position.x);
    });
    expect([...poses.values()].map((each) => each.size)).toEqual([1, 1]);
    expect([...(poses.get('chest') ?? [])][0]).not.toContain('[0,0,0,1]');
    expect([...(poses.get('body') ?? [])][0]).not.toContain('[0]');
    expect(moved).toEqual([6, 6, 6]);
  });

  it('frees what a copy has alone with that copy', async () => {
    const freed: string[] = [];
    const first = await load(await figureGlb());
    const second = first.clone();
    for (const [name, { scene }] of Object.entries({ first, second })) {
      scene.traverse(({ skeleton }) => {
        // A renderer does it when it draws.
        skeleton?.computeBoneTexture().boneTexture?.addEventListener('dispose', () => {
          freed.push(name);
        });
      });
    }
    second.dispose();
    expect(freed).toEqual(['second']);
    first.dispose();
    expect(freed).toEqual(['second', 'first']);
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

describe('a model many times', () => {
  /** Two boxes of one mesh, which become instances in the file. */
  async function twoBoxes(): Promise<Uint8Array> {
    const io = new NodeIO();
    const document = await io.readBinary((await sampleGlb()).glb);
    const scene = document.getRoot().getDefaultScene() ?? document.getRoot().listScenes()[0];
    for (const texture of document.getRoot().listTextures()) texture.dispose();
    const mesh = document.getRoot().listMeshes()[0] ?? null;
    scene?.addChild(document.createNode('upper').setMesh(mesh).setTranslation([0, 5, 0]));
    return io.writeBinary(document);
  }

  it.each([
    ['with bones and morph targets', figureGlb, {}],
    ['the same, packed', figureGlb, { compress: 'quantize' }],
    ['of instances', twoBoxes, { instance: true }],
  ] as const)('stands where it stands alone: %s', async (_, glb, options) => {
    const { Box3 } = await three();
    const source = await glb();
    const { bytes } = await modelStep(source, { ...options });
    const { scene } = await load(bytes ?? source);
    const { instanced } = await runtime<{ instanced(scene: Node, at: object[]): Node[] }>(
      'three-parts',
    );
    scene.position.x = 30;
    const meshes = instanced(scene, [[0, 0, 0]]);
    const corners = (objects: readonly Node[]) => {
      const box = new Box3();
      for (const object of objects) box.expandByObject(object, true);
      return [...box.min.toArray(), ...box.max.toArray()];
    };
    scene.position.x = 0;
    scene.updateMatrixWorld(true);
    const alone = corners([scene]);
    corners(meshes).forEach((value, at) => expect(value).toBeCloseTo(alone[at] ?? NaN, 2));
    for (const { morphTargetInfluences, geometry } of meshes) {
      expect([morphTargetInfluences, geometry?.morphAttributes]).toEqual([undefined, {}]);
      const { normal } = geometry?.attributes ?? {};
      expect(
        Math.hypot(...[0, 1, 2].map((axis) => normal?.getComponent(0, axis) ?? 0)),
      ).toBeCloseTo(1, 2);
    }
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

  type Model = ElementType & { preload(): Promise<void> };
  const component = async (made: object): Promise<Model> => {
    const r3f = await runtime<{ component(made: object, name: string): Model }>('r3f');
    return r3f.component(made, 'Dragon');
  };

  async function openRoot() {
    const { canvas, gl } = openCanvas();
    const root = createRoot(canvas as never);
    const size = { width: 1, height: 1, top: 0, left: 0 };
    await root.configure({ gl: () => gl as never, size, frameloop: 'never' });
    return root;
  }

  /** Tells what it caught, and begins again with another key. */
  class Boundary extends Component<{ told: (error: unknown) => void; children: ReactNode }> {
    override state = { failed: false };
    static getDerivedStateFromError = () => ({ failed: true });
    override componentDidCatch(error: unknown): void {
      this.props.told(error);
    }
    override render(): ReactNode {
      return this.state.failed ? null : this.props.children;
    }
  }

  it('tells an error boundary what failed, and loads again only when that begins anew', async () => {
    const failed = new Error('dragon.glb: HTTP 404');
    let loads = 0;
    const load = (): Promise<object> =>
      new Promise((_resolve, reject) => {
        loads += 1;
        setTimeout(() => reject(failed), 30);
      });
    const Model = await component({ load, onRenew: () => nothing });
    const root = await openRoot();
    const told: unknown[] = [];
    const show = (key: number): void => {
      const model = createElement(Suspense, { fallback: null }, createElement(Model));
      root.render(
        createElement(Boundary, { key, told: (error) => told.push(error), children: model }),
      );
    };
    const silent = (['error', 'warn'] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation(nothing),
    );
    const now = performance.now.bind(performance);
    const later = vi.spyOn(performance, 'now');
    try {
      show(1);
      await expect.poll(() => told).toEqual([failed]);
      expect(loads).toBe(1);
      later.mockImplementation(() => now() + 1_500);
      show(2);
      await expect.poll(() => told).toEqual([failed, failed]);
      expect(loads).toBe(2);
    } finally {
      later.mockRestore();
      silent.forEach((spy) => spy.mockRestore());
      root.unmount();
    }
  });

  it('takes a ref, also of React 18, and leaves what stands in it to React', async () => {
    const { Group, BoxGeometry, Mesh } = await three();
    const copy = (): object => ({
      scene: new Group(),
      parts: [],
      clone: copy,
      hold: nothing,
      release: nothing,
    });
    const Model = await component({ load: async () => copy(), onRenew: () => nothing });
    // React 18 gives a ref to nothing else.
    expect(Model).toMatchObject({ $$typeof: Symbol.for('react.forward_ref') });
    expect(Model).toMatchObject({ Instances: { $$typeof: Symbol.for('react.forward_ref') } });
    await Model.preload();
    const root = await openRoot();
    extend({ BoxGeometry, Mesh } as never);
    const freed: string[] = [];
    let ref: object | null = null;
    const box = createElement('boxGeometry' as never, {
      ref: (geometry: InstanceType<Three['BoxGeometry']> | null) => {
        geometry?.addEventListener('dispose', () => freed.push('a box in it'));
      },
    });
    const given = { ref: (root: object | null) => (ref ??= root) };
    flushSync(() => {
      root.render(createElement(Model, given, createElement('mesh' as never, {}, box)));
    });
    expect(ref).toBeInstanceOf(Group);
    flushSync(() => root.render(null));
    await expect.poll(() => freed).toEqual(['a box in it']);
    root.unmount();
  });

  it('has materials of its own while they are given, in strict mode too', async () => {
    const { model } = await runtime<{ model(spec: object): object }>('three');
    const glb = await figureGlb();
    const url = `data:model/gltf-binary;base64,${Buffer.from(glb).toString('base64')}`;
    const levels = [{ url, bytes: glb.length, share: 1 }];
    const Model = await component(model({ name: 'figure', bounds: null, levels, use: [] }));
    await Model.preload();
    const root = await openRoot();
    const shown = (cloth?: object) => {
      let store: ReturnType<typeof root.render> | undefined;
      const props = { materials: cloth === undefined ? {} : { cloth } };
      flushSync(() => {
        store = root.render(createElement(StrictMode, null, createElement(Model, props)));
      });
      const found: { color: { getHexString(): string }; roughness: number }[] = [];
      store!.getState().scene.traverse((object) => {
        if ('material' in object) found.push(object.material as (typeof found)[number]);
      });
      return found.map(({ color, roughness }) => [color.getHexString(), roughness]);
    };
    const [before] = shown();
    expect(before?.[1]).toBe(1);
    expect(shown({ color: 'blue', roughness: 0.5 })).toEqual([['0000ff', 0.5]]);
    expect(shown({ color: 'lime' })).toEqual([['00ff00', 1]]);
    expect(shown()).toEqual([before]);
    root.unmount();
  });

  async function shownAtOnce(preloads: boolean): Promise<readonly string[]> {
    const { Group } = await three();
    const copy = (): object => ({
      scene: Object.assign(new Group(), { name: 'the model' }),
      parts: [],
      clone: copy,
      hold: nothing,
      release: nothing,
    });
    const made = { load: async () => copy(), onRenew: () => nothing };
    const Model = await component(made);
    if (preloads) await Model.preload();
    const shown: string[] = [];
    function Fallback() {
      shown.push('the fallback');
      return null;
    }
    const root = await openRoot();
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
