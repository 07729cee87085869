import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { AssetSummary, ProgressMessage } from '../../../src/shared/messages.ts';
import { contentUrl } from '../api.ts';
import {
  KIND_WORDS,
  REVIEW_WORDS,
  STATE_WORDS,
  printBytes,
  printPrice,
  splitName,
} from '../format.ts';
import { KindIcon } from '../icons.tsx';
import { ModelView } from '../stage/model-view.tsx';
import { Picture } from './picture.tsx';
import { Progress } from './progress.tsx';
import { assetHref } from '../route.ts';

export interface CardProps {
  readonly asset: AssetSummary;
  readonly progress: ProgressMessage | undefined;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly position: number;
  readonly count: number;
  /** The one card of the list that the Tab key reaches. */
  readonly reachable: boolean;
  readonly isSelected: boolean;
  /** @param isRange whether all up to this one are meant */
  readonly onSelect: (isRange: boolean) => void;
}

/** A glance is no wish to see it move. Unit: milliseconds. */
const HOVER_MS = 250;

/** One asset of the grid. Under the pointer, or with the focus, it moves. */
export function Card(props: CardProps): VNode {
  const { asset, progress, left, top, width, height, position, count, reachable } = props;
  const { isSelected, onSelect } = props;
  const [over, setOver] = useState(false);
  const [folder, stem] = splitName(asset.name);
  const place = {
    transform: `translate(${left}px, ${top}px)`,
    width: `${width}px`,
    height: `${height}px`,
  };
  return (
    <li
      class={isSelected ? 'card selected' : 'card'}
      style={place}
      aria-setsize={count}
      aria-posinset={position}
    >
      <a
        href={assetHref(asset.name)}
        tabIndex={reachable ? 0 : -1}
        data-name={asset.name}
        onPointerEnter={() => setOver(true)}
        onPointerLeave={() => setOver(false)}
        onFocus={() => setOver(true)}
        onBlur={() => setOver(false)}
      >
        {/* Read out first: what stands on the tile would come before the name. */}
        <span class="unseen">
          {asset.name}, {KIND_WORDS[asset.kind]}:{' '}
        </span>
        <div class={`tile kind-${asset.kind} state-${asset.state}`}>
          {asset.change === undefined ? (
            <Shown asset={asset} preview={asset.preview} />
          ) : (
            <BeforeAndNow asset={asset} />
          )}
          <Moving asset={asset} over={over} />
          <Badges asset={asset} />
          {progress === undefined ? null : <Progress progress={progress} />}
        </div>
        <div class="caption">
          <span class="name" title={asset.name} aria-hidden="true">
            {stem}
          </span>
          <span class="meta">
            <KindIcon kind={asset.kind} />
            <span class="folder" aria-hidden="true">
              {folder === '' ? asset.kind : folder.slice(0, -1)}
            </span>
            <span class="figure">
              {asset.bytes > 0 ? printBytes(asset.bytes) : printPrice(asset.price)}
            </span>
          </span>
        </div>
      </a>
      <input
        type="checkbox"
        class="select-box"
        tabIndex={-1}
        aria-label={`Choose ${asset.name}`}
        checked={isSelected}
        onClick={(event) => {
          event.preventDefault();
          onSelect(event.shiftKey);
        }}
      />
    </li>
  );
}

function Shown({
  asset,
  preview,
}: Pick<CardProps, 'asset'> & Pick<AssetSummary, 'preview'>): VNode {
  return preview === null ? (
    <span class="no-picture">
      <KindIcon kind={asset.kind} />
    </span>
  ) : (
    <Picture preview={preview} alt="" />
  );
}

/** In a copy that compares: what it was, beside what it is. */
function BeforeAndNow({ asset }: Pick<CardProps, 'asset'>): VNode {
  const { change, before } = asset;
  if (change === 'added') return <Shown asset={asset} preview={asset.preview} />;
  return (
    <span class="pair">
      {[before ?? null, asset.preview].map((preview, index) => (
        <span key={index} class="half">
          <Shown asset={asset} preview={preview} />
        </span>
      ))}
    </span>
  );
}

/** Only what needs a person is marked: most of a good gallery is ready. */
function Badges({ asset }: { readonly asset: AssetSummary }): VNode {
  const { state, preview, variantCount: variants, standIn, review } = asset;
  return (
    <span class="badges">
      {asset.change === undefined ? null : (
        <span class="badge quiet">
          {asset.change === 'added' ? 'Added' : 'Changed: before, now'}
        </span>
      )}
      {review === null ? null : (
        <span
          class={`badge ${review.isCurrent ? review.state : 'quiet'}`}
          title={review.note ?? undefined}
        >
          {REVIEW_WORDS[review.state]}
          {review.isCurrent ? '' : ', changed since'}
        </span>
      )}
      {preview?.draft === true ? <span class="badge draft">Draft</span> : null}
      {standIn === null ? null : (
        <span class="badge draft" title={standIn}>
          Stand-in
        </span>
      )}
      {state === 'ready' || (state === 'missing' && preview?.draft === true) ? (
        <span class="unseen">{STATE_WORDS[state]}</span>
      ) : (
        <span class={`badge ${state}`}>{STATE_WORDS[state]}</span>
      )}
      {variants > 1 && asset.kind !== 'chibi' ? (
        <span class="badge quiet">{variants} variants</span>
      ) : null}
    </span>
  );
}

function Moving({
  asset,
  over,
}: {
  readonly asset: AssetSummary;
  readonly over: boolean;
}): VNode | null {
  const { preview } = asset;
  const [moving, setMoving] = useState(false);
  useEffect(() => {
    if (!over) {
      setMoving(false);
      return undefined;
    }
    const timer = setTimeout(() => setMoving(true), HOVER_MS);
    return () => clearTimeout(timer);
  }, [over]);
  if (!moving || preview === null || preview.type === 'image') return null;
  if (preview.type === 'model') {
    return <ModelView digest={preview.orbit ?? preview.digest} label={asset.name} small />;
  }
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return null;
  return (
    <video
      class="picture of-video shown"
      src={contentUrl(preview.digest)}
      autoplay
      muted
      loop
      playsInline
      aria-hidden="true"
    />
  );
}
