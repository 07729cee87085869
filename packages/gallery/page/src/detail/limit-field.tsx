import type { VNode } from 'preact';

interface LimitFieldProps {
  /** As it is written; empty: no limit. */
  readonly value: string;
  readonly onInput: (value: string) => void;
}

/** Points above which the page asks before it spends. Where a price is unknown it always asks. */
export function LimitField({ value, onInput }: LimitFieldProps): VNode {
  return (
    <label class="field">
      <span>Ask only above this many points (empty: only where a price is unknown)</span>
      <input
        type="number"
        min={0}
        step={1}
        value={value}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </label>
  );
}

/** A limit as it is written. */
export function parseLimit(value: string): number | null {
  return value.trim() === '' ? null : Number(value);
}
