import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { contentUrl } from './api.ts';
import type { StageItem } from './stage-item.ts';

interface CompareProps {
  readonly before: StageItem;
  readonly after: StageItem;
}

/** Two pictures on one place; a line between them is moved. */
export function Compare({ before, after }: CompareProps): VNode {
  const [part, setPart] = useState(50);
  return (
    <div class="compare">
      <img src={contentUrl(after.digest)} alt={after.label} />
      <img
        class="before"
        src={contentUrl(before.digest)}
        alt={before.label}
        style={{ clipPath: `inset(0 ${100 - part}% 0 0)` }}
      />
      <span class="divider" style={{ left: `${part}%` }} />
      <span class="badge over left">{before.label}</span>
      <span class="badge over right">{after.label}</span>
      <input
        type="range"
        min={0}
        max={100}
        value={part}
        aria-label={`How much of ${before.label} is shown before ${after.label}`}
        onInput={({ currentTarget }) => setPart(Number(currentTarget.value))}
      />
    </div>
  );
}
