import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { AssetMessage } from '../../../src/shared/messages.ts';
import { Select } from '../list/filters.tsx';
import { printBytes, printCount } from '../format.ts';
import { KindIcon } from '../icons.tsx';
import type { ImageFrame } from '../../../src/shared/image-frame.ts';
import { WHOLE } from '../../../src/shared/image-frame.ts';
import { ImageTools } from './image-tools.tsx';
import { ImageView } from './image-view.tsx';
import { Inspector } from './inspector.tsx';
import type { Look } from '../look.ts';
import { PLAIN } from '../look.ts';
import { ModelTools } from './model-tools.tsx';
import { ModelView } from './model-view.tsx';
import { PlayerBar } from './player-bar.tsx';
import type { StageItem } from './stage-item.ts';
import { colliderOf } from './stage-item.ts';
import { VideoView } from './video-view.tsx';
import type { ModelFacts, Viewer } from '../viewer/viewer.ts';

interface StageProps {
  readonly asset: AssetMessage;
  readonly items: readonly StageItem[];
  readonly chosen: StageItem | undefined;
  readonly onChoose: (id: string) => void;
  /** Puts others beside what is shown. */
  readonly onCompare: (ids: readonly string[]) => void;
}

/** The large picture of an asset, with what can be done to look at it well. */
export function Stage(props: StageProps): VNode {
  const { asset, items, chosen, onChoose, onCompare } = props;
  const [look, setLook] = useState<Look>(PLAIN);
  const [frame, setFrame] = useState<ImageFrame>(WHOLE);
  const [checker, setChecker] = useState(true);
  const [facts, setFacts] = useState<ModelFacts | null>(null);
  const [viewer, setViewer] = useState<Viewer | null>(null);
  useEffect(() => setFacts(null), [chosen?.digest]);
  if (chosen === undefined) return <Nothing asset={asset} />;
  const collider = chosen.type === 'model' ? colliderOf(asset, chosen) : null;
  const label = `${asset.name}, ${chosen.label}`;
  return (
    <section class="stage-frame" aria-label="Preview">
      <div
        class={checker ? `stage of-${chosen.type} checker` : `stage of-${chosen.type}`}
        style={{ aspectRatio: shapeOf(chosen) }}
      >
        {chosen.type === 'model' ? (
          <ModelView
            digest={chosen.digest}
            label={label}
            look={look}
            collider={collider}
            onFacts={setFacts}
            onViewer={setViewer}
          />
        ) : chosen.type === 'image' ? (
          <ImageView item={chosen} label={label} frame={frame} onFrame={setFrame} />
        ) : (
          <VideoView item={chosen} label={label} />
        )}
        {chosen.draft ? <span class="badge draft over">Draft: a free placeholder</span> : null}
      </div>
      <div class="stage-tools">
        {items.length > 1 ? (
          <Choices items={items} chosen={chosen} onChoose={onChoose} />
        ) : (
          <span class="only">{chosen.label}</span>
        )}
        <CompareWith items={items} chosen={chosen} onCompare={onCompare} />
        <Facts item={chosen} facts={facts} />
      </div>
      {chosen.type === 'model' ? (
        <ModelTools
          look={look}
          onLook={setLook}
          hasCollider={collider !== null}
          bones={facts?.bones ?? 0}
        />
      ) : null}
      {chosen.type === 'image' ? (
        <ImageTools frame={frame} onFrame={setFrame} checker={checker} onChecker={setChecker} />
      ) : null}
      {viewer !== null && facts !== null && facts.clips.length > 0 ? (
        <PlayerBar key={chosen.digest} viewer={viewer} clips={facts.clips} />
      ) : null}
      {viewer !== null && facts !== null ? (
        <Inspector key={chosen.digest} viewer={viewer} facts={facts} />
      ) : null}
    </section>
  );
}

export function shapeOf({ type, width, height }: StageItem): string {
  if (type === 'model') return 'auto';
  return width === null || height === null ? '16 / 9' : `${width} / ${height}`;
}

/** Everything of the same type can stand beside what is shown. */
function CompareWith({
  items,
  chosen,
  onCompare,
}: Pick<StageProps, 'items' | 'onCompare'> & { readonly chosen: StageItem }): VNode | null {
  const others = items.filter(({ id, type }) => type === chosen.type && id !== chosen.id);
  if (others.length === 0) return null;
  return (
    <Select
      label="Compare with"
      value=""
      options={[['', 'Compare with…'], ...others.map(({ id, label }) => [id, label] as const)]}
      onChange={(id) => onCompare([id, chosen.id])}
    />
  );
}

/** Buttons while they are few: levels of detail are compared by clicking to and fro. */
function Choices({
  items,
  chosen,
  onChoose,
}: Pick<StageProps, 'items' | 'onChoose'> & { readonly chosen: StageItem }): VNode {
  const files = items.filter(({ id }) => id.startsWith('file:'));
  if (files.length < 2 || files.length > 5 || !files.includes(chosen)) {
    return (
      <Select
        label="Shown"
        value={chosen.id}
        options={items.map(({ id, label }) => [id, label] as const)}
        onChange={onChoose}
      />
    );
  }
  return (
    <div class="choices" role="group" aria-label="Output">
      {files.map(({ id, label }) => (
        <button key={id} type="button" aria-pressed={id === chosen.id} onClick={() => onChoose(id)}>
          {label}
        </button>
      ))}
    </div>
  );
}

export function Facts({
  item,
  facts,
}: {
  readonly item: StageItem;
  readonly facts: ModelFacts | null;
}): VNode {
  const { width, height, bytes } = item;
  const drawCalls = item.drawCalls ?? facts?.drawCalls ?? null;
  const gpuBytes =
    item.gpuBytes ?? (facts === null ? null : facts.geometryBytes + facts.textureBytes);
  return (
    <p class="facts">
      {facts === null ? null : (
        <>
          <span>{printCount(Math.round(facts.triangles))} triangles</span>
          <span>{facts.size.map((length) => length.toFixed(2)).join(' × ')} m</span>
        </>
      )}
      {width === null || height === null ? null : (
        <span>
          {width} × {height} px
        </span>
      )}
      {bytes === null ? null : <span>{printBytes(bytes)}</span>}
      {gpuBytes === null ? null : <span>{printBytes(gpuBytes)} of GPU memory</span>}
      {drawCalls === null ? null : (
        <span>
          {printCount(drawCalls)} {drawCalls === 1 ? 'draw call' : 'draw calls'}
        </span>
      )}
    </p>
  );
}

function Nothing({ asset }: { readonly asset: AssetMessage }): VNode {
  return (
    <section class="stage-frame" aria-label="Preview">
      <div class="stage nothing">
        <KindIcon kind={asset.kind} />
        <p>{asset.state === 'missing' ? 'Not made yet.' : 'Its files are not on this machine.'}</p>
        <p class="hint">
          {asset.state === 'missing'
            ? 'Generate it, or make a free draft to see its size and place.'
            : 'Make it up to date: a paid result is downloaded again, not bought again.'}
        </p>
      </div>
    </section>
  );
}
