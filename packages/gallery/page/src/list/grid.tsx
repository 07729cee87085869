import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { AssetSummary } from '../../../src/shared/messages.ts';
import { Card } from './card.tsx';
import { useGallery } from '../gallery.ts';
import { useStore } from '../store.ts';

/** Unit: pixels. */
const GAP = 16;
const NARROW_GAP = 10;
const CAPTION = 48;
const SMALLEST = 216;
const NARROW_SMALLEST = 150;
/** Rows beyond the edge of the window, so that scrolling finds them there. */
const SPARE_ROWS = 1;

interface Frame {
  readonly width: number;
  readonly top: number;
  readonly height: number;
}

/** All assets that were chosen; only those in the window exist in the page. */
export function Grid({ assets }: { readonly assets: readonly AssetSummary[] }): VNode {
  const gallery = useGallery();
  const active = useStore(gallery.store, ({ run }) => run?.active);
  const list = useRef<HTMLUListElement>(null);
  const [frame, setFrame] = useState<Frame>({ width: 0, top: 0, height: 0 });
  const [current, setCurrent] = useState(0);
  const wanted = useRef<number | null>(null);
  const selected = useStore(gallery.store, (value) => value.selected);
  /** Where a range begins. */
  const anchor = useRef(0);

  function select(index: number, isRange: boolean): void {
    const next = new Set(selected);
    const name = assets[index]?.name ?? '';
    const isOn = !next.has(name);
    const [from, to] = isRange
      ? [Math.min(anchor.current, index), Math.max(anchor.current, index)]
      : [index, index];
    for (const asset of assets.slice(from, to + 1)) {
      if (isOn) next.add(asset.name);
      else next.delete(asset.name);
    }
    anchor.current = index;
    gallery.select(next);
  }

  useLayoutEffect(() => {
    let asked = 0;
    const look = (): void => {
      asked = 0;
      const element = list.current;
      if (element === null) return;
      const box = element.getBoundingClientRect();
      const next = { width: box.width, top: Math.max(0, -box.top), height: innerHeight };
      setFrame((old) =>
        old.width === next.width && old.top === next.top && old.height === next.height ? old : next,
      );
    };
    const soon = (): void => {
      asked ||= requestAnimationFrame(look);
    };
    look();
    addEventListener('scroll', soon, { passive: true });
    addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(asked);
      removeEventListener('scroll', soon);
      removeEventListener('resize', soon);
    };
  }, []);

  const layout = useMemo(() => layoutOf(frame.width), [frame.width]);
  const { columns, tile, row, gap } = layout;
  const rows = Math.ceil(assets.length / columns);
  const first = Math.max(0, Math.floor(frame.top / row) - SPARE_ROWS) * columns;
  const last = Math.min(
    assets.length,
    (Math.ceil((frame.top + frame.height) / row) + SPARE_ROWS) * columns,
  );
  const reachable = Math.min(current, assets.length - 1);
  const shown = indexes(first, frame.width === 0 ? first : last, reachable);

  useLayoutEffect(() => {
    // A card that the keys moved to exists only now.
    if (wanted.current === null) return;
    const name = assets[wanted.current]?.name;
    const link = list.current?.querySelector<HTMLElement>(
      `[data-name="${CSS.escape(name ?? '')}"]`,
    );
    if (link === null || link === undefined) return;
    wanted.current = null;
    link.focus({ preventScroll: true });
    link.scrollIntoView({ block: 'nearest' });
  });

  function move(event: KeyboardEvent): void {
    const isAll = event.key === 'a' && (event.ctrlKey || event.metaKey);
    if (isAll) {
      event.preventDefault();
      gallery.select(new Set(assets.map(({ name }) => name)));
      return;
    }
    if (event.key === 'Escape' && selected.size > 0) gallery.select(new Set());
    if ((event.key === ' ' || event.key === 'x') && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      select(current, event.shiftKey);
      return;
    }
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -columns,
      ArrowDown: columns,
      Home: -current,
      End: assets.length - 1 - current,
    };
    const step = steps[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = current + step;
    if (to < 0 || to >= assets.length) return;
    event.preventDefault();
    wanted.current = to;
    setCurrent(to);
  }

  return (
    <ul
      ref={list}
      class={selected.size > 0 ? 'grid choosing' : 'grid'}
      aria-label="Assets"
      style={{ height: `${Math.max(0, rows * row - gap)}px` }}
      onKeyDown={move}
      onFocusIn={(event) => {
        const name = (event.target as HTMLElement).dataset['name'];
        const index = assets.findIndex((asset) => asset.name === name);
        if (index !== -1) setCurrent(index);
      }}
    >
      {shown.map((index) => {
        const asset = assets[index];
        if (asset === undefined) return null;
        return (
          <Card
            key={asset.name}
            asset={asset}
            progress={active?.[asset.name]}
            left={(index % columns) * (tile + gap)}
            top={Math.floor(index / columns) * row}
            width={tile}
            height={row - gap}
            position={index + 1}
            count={assets.length}
            reachable={index === reachable}
            isSelected={selected.has(asset.name)}
            onSelect={(isRange) => select(index, isRange)}
          />
        );
      })}
    </ul>
  );
}

function layoutOf(width: number) {
  const isNarrow = width < 600;
  const gap = isNarrow ? NARROW_GAP : GAP;
  const smallest = isNarrow ? NARROW_SMALLEST : SMALLEST;
  const columns = Math.max(1, Math.floor((width + gap) / (smallest + gap)));
  const tile = Math.floor((width - gap * (columns - 1)) / columns);
  return { columns, tile, gap, row: Math.round(tile * 0.82) + CAPTION + gap };
}

/** Those in the window, and the one that has the focus or would get it. */
function indexes(first: number, last: number, extra: number): number[] {
  const list = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  if (extra >= 0 && (extra < first || extra >= last)) list.push(extra);
  return list;
}
