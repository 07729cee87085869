import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { AssetMessage } from '../../src/messages.ts';
import { contentUrl } from './api.ts';
import { Compare } from './compare.tsx';
import { Select } from './filters.tsx';
import { printBytes, printCount } from './format.ts';
import { KindIcon } from './icons.tsx';
import { ModelView } from './model-view.tsx';
import type { ColliderFile, StageItem } from './stage-item.ts';
import { colliderOf } from './stage-item.ts';
import type { ModelFacts } from './viewer.ts';

interface StageProps {
  readonly asset: AssetMessage;
  readonly items: readonly StageItem[];
  readonly chosen: StageItem | undefined;
  readonly onChoose: (id: string) => void;
}

/** The large picture of an asset, with what can be done to look at it well. */
export function Stage({ asset, items, chosen, onChoose }: StageProps): VNode {
  const [wireframe, setWireframe] = useState(false);
  const [overlay, setOverlay] = useState(false);
  const [against, setAgainst] = useState('');
  const [facts, setFacts] = useState<ModelFacts | null>(null);
  useEffect(() => setFacts(null), [chosen?.digest]);
  if (chosen === undefined) return <Nothing asset={asset} />;
  const images = items.filter(({ type }) => type === 'image');
  const before = images.find(({ id }) => id === against);
  const collider = chosen.type === 'model' ? colliderOf(asset, chosen) : null;
  const isComparing = chosen.type === 'image' && before !== undefined;
  return (
    <section class="stage-frame" aria-label="Preview">
      <div class={`stage of-${chosen.type}`} style={{ aspectRatio: shapeOf(chosen) }}>
        {isComparing ? (
          <Compare before={before} after={chosen} />
        ) : (
          <Shown
            item={chosen}
            name={asset.name}
            wireframe={wireframe}
            overlay={overlay}
            collider={collider}
            onFacts={setFacts}
          />
        )}
        {chosen.draft ? <span class="badge draft over">Draft: a free placeholder</span> : null}
      </div>
      <div class="stage-tools">
        {items.length > 1 ? (
          <Choices items={items} chosen={chosen} onChoose={onChoose} />
        ) : (
          <span class="only">{chosen.label}</span>
        )}
        {chosen.type === 'image' && images.length > 1 ? (
          <Select
            label="Compare with"
            value={against}
            options={[
              ['', 'Compare with…'],
              ...images
                .filter(({ id }) => id !== chosen.id)
                .map(({ id, label }) => [id, label] as const),
            ]}
            onChange={setAgainst}
          />
        ) : null}
        {chosen.type === 'model' ? (
          <label class="toggle">
            <input
              type="checkbox"
              checked={wireframe}
              onChange={({ currentTarget }) => setWireframe(currentTarget.checked)}
            />
            Wireframe
          </label>
        ) : null}
        {chosen.type === 'model' ? (
          <label class="toggle">
            <input
              type="checkbox"
              checked={overlay}
              onChange={({ currentTarget }) => setOverlay(currentTarget.checked)}
            />
            {collider === null ? 'Bounds' : 'Bounds and collider'}
          </label>
        ) : null}
        <Facts item={chosen} facts={facts} />
      </div>
    </section>
  );
}

function shapeOf({ type, width, height }: StageItem): string {
  if (type === 'model') return 'auto';
  return width === null || height === null ? '16 / 9' : `${width} / ${height}`;
}

/** Buttons while they are few: levels of detail are compared by clicking to and fro. */
function Choices({
  items,
  chosen,
  onChoose,
}: Omit<StageProps, 'asset'> & { readonly chosen: StageItem }): VNode {
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

interface ShownProps {
  readonly item: StageItem;
  readonly name: string;
  readonly wireframe: boolean;
  readonly overlay: boolean;
  readonly collider: ColliderFile | null;
  readonly onFacts: (facts: ModelFacts) => void;
}

function Shown({ item, name, onFacts, ...how }: ShownProps): VNode {
  const label = `${name}, ${item.label}`;
  switch (item.type) {
    case 'model':
      return <ModelView digest={item.digest} label={label} onFacts={onFacts} {...how} />;
    case 'video':
      return (
        <video
          key={item.digest}
          src={contentUrl(item.digest)}
          controls
          loop
          muted
          playsInline
          aria-label={label}
        />
      );
    case 'image':
      return <img src={contentUrl(item.digest)} alt={label} />;
  }
}

function Facts({
  item,
  facts,
}: {
  readonly item: StageItem;
  readonly facts: ModelFacts | null;
}): VNode {
  const { width, height, bytes, gpuBytes, drawCalls } = item;
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
