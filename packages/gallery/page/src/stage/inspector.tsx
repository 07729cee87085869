import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { printBytes, printCount } from '../format.ts';
import { Toggle } from './model-tools.tsx';
import type { MaterialFacts, TextureFacts } from '../viewer/model-facts.ts';
import type { ModelFacts, Viewer } from '../viewer/viewer.ts';

interface InspectorProps {
  readonly viewer: Viewer;
  readonly facts: ModelFacts;
}

/** What a model is made of: what it takes of the graphics card, its materials, textures and UVs. */
export function Inspector({ viewer, facts }: InspectorProps): VNode {
  const { materials, textures } = facts;
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      class="inspector"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setOpen(true);
      }}
    >
      <summary>
        Materials, textures and GPU ({materials.length} and {textures.length})
      </summary>
      <Gpu facts={facts} />
      <h2>Materials</h2>
      <ul class="materials">
        {materials.map((material, index) => (
          <Material key={index} material={material} textures={textures} />
        ))}
      </ul>
      {isOpen ? <Textures viewer={viewer} facts={facts} /> : null}
    </details>
  );
}

function Gpu({ facts }: { readonly facts: ModelFacts }): VNode {
  const { triangles, vertices, drawCalls, geometryBytes, textureBytes, bones } = facts;
  const rows: readonly (readonly [string, string])[] = [
    ['Triangles', printCount(Math.round(triangles))],
    ['Vertices', printCount(vertices)],
    ['Draw calls', printCount(drawCalls)],
    ['Geometry', printBytes(geometryBytes)],
    ['Textures, with mipmaps', printBytes(textureBytes)],
    ...(bones === 0 ? [] : [['Bones', printCount(bones)] as const]),
  ];
  return (
    <dl class="gpu" aria-label="On the graphics card">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface MaterialProps {
  readonly material: MaterialFacts;
  readonly textures: readonly TextureFacts[];
}

function Material({ material, textures }: MaterialProps): VNode {
  const { name, colour, words, triangles } = material;
  const roles = material.textures.flatMap((index) => textures[index]?.roles ?? []);
  return (
    <li>
      <span class="swatch" style={colour === null ? {} : { background: colour }} />
      <span class="material-name">{name}</span>
      <span class="figure">{printCount(Math.round(triangles))} triangles</span>
      <span class="hint">
        {[
          ...(colour === null ? [] : [colour]),
          ...words,
          roles.length === 0 ? 'no textures' : `textures: ${roles.join(', ')}`,
        ].join(' · ')}
      </span>
    </li>
  );
}

/** Unit: pixels. */
const THUMB = 96;
const LARGE = 1024;

function Textures({ viewer, facts }: InspectorProps): VNode {
  const { textures } = facts;
  const [chosen, setChosen] = useState(0);
  const [uv, setUv] = useState(true);
  const index = textures.length === 0 ? -1 : Math.min(chosen, textures.length - 1);
  const texture = textures[index];
  return (
    <>
      <div class="section-head">
        <h2>{textures.length === 0 ? 'UV layout, without a texture' : 'Textures'}</h2>
        {textures.length === 0 ? null : <Toggle label="UV layout" checked={uv} onChange={setUv} />}
      </div>
      {textures.length < 2 ? null : (
        <ul class="texture-list">
          {textures.map((each, number) => (
            <li key={number}>
              <button
                type="button"
                class="texture"
                aria-pressed={number === index}
                onClick={() => setChosen(number)}
              >
                <Drawn viewer={viewer} index={number} uv={false} width={THUMB} height={THUMB} />
                <span>{wordsOf(each)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <figure class="texture-large">
        <Drawn
          viewer={viewer}
          index={index}
          uv={uv || textures.length === 0}
          width={LARGE}
          height={texture === undefined ? LARGE : heightOf(texture)}
        />
        {texture === undefined ? null : (
          <figcaption class="hint">
            {wordsOf(texture)}, {texture.width} × {texture.height} px, {printBytes(texture.bytes)}{' '}
            on the graphics card
          </figcaption>
        )}
      </figure>
    </>
  );
}

function wordsOf({ roles }: TextureFacts): string {
  return roles.join(', ');
}

function heightOf({ width, height }: TextureFacts): number {
  return width === 0 ? LARGE : Math.max(1, Math.round((LARGE * height) / width));
}

interface DrawnProps {
  readonly viewer: Viewer;
  readonly index: number;
  readonly uv: boolean;
  readonly width: number;
  readonly height: number;
}

function Drawn({ viewer, index, uv, width, height }: DrawnProps): VNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current !== null) viewer.drawTexture(index, canvas.current, uv);
  }, [viewer, index, uv, width, height]);
  return <canvas ref={canvas} width={width} height={height} aria-hidden="true" />;
}
