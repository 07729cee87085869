import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { AssetSummary, Kind, State } from '../../../src/shared/messages.ts';
import { STATES } from '../../../src/shared/messages.ts';
import type { Choice, Cost, ReviewFilter, Sort } from './choose.ts';
import { KIND_PLURALS, STATE_WORDS } from '../format.ts';
import { Icon } from '../icons.tsx';

interface FiltersProps {
  readonly assets: readonly AssetSummary[];
  readonly choice: Choice;
  readonly shown: number;
  /** Nothing costs anything: nobody looks for what does. */
  readonly free: boolean;
  readonly onChoose: (change: Partial<Choice>) => void;
}

const KINDS: readonly Kind[] = ['model', 'image', 'video', 'chibi'];
const REVIEWS: readonly (readonly [ReviewFilter, string])[] = [
  ['any', 'Any decision'],
  ['open', 'Undecided'],
  ['approved', 'Approved'],
  ['needs-work', 'Needs work'],
  ['rejected', 'Rejected'],
];
const COSTS: readonly (readonly [Cost, string])[] = [
  ['any', 'Any cost'],
  ['pending', 'Would cost points'],
  ['free', 'Would cost nothing'],
  ['unknown', 'Price unknown'],
];
const SORTS: readonly (readonly [Sort, string])[] = [
  ['name', 'By name'],
  ['state', 'Needs attention first'],
  ['spent', 'Most points spent'],
  ['price', 'Highest price to make'],
  ['size', 'Largest files'],
];

const BY_POINTS: ReadonlySet<Sort> = new Set(['spent', 'price']);

/** Search, filters and sorting. `/` goes to the search. */
export function Filters({ assets, choice, shown, free, onChoose }: FiltersProps): VNode {
  const search = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const find = (event: KeyboardEvent): void => {
      const isTyping =
        event.target instanceof Element && event.target.matches('input, textarea, select');
      if (event.key !== '/' || isTyping) return;
      event.preventDefault();
      search.current?.focus();
    };
    addEventListener('keydown', find);
    return () => removeEventListener('keydown', find);
  }, []);
  const kinds = KINDS.filter((kind) => assets.some((asset) => asset.kind === kind));
  const manifests = [...new Set(assets.map(({ manifest }) => manifest))];
  const states: readonly (readonly [Choice['state'], string])[] = [
    ['all', 'Any state'],
    ...STATES.map((state): [State, string] => [state, STATE_WORDS[state]]),
    ['draft', 'Draft'],
  ];
  return (
    <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <label class="search">
        <Icon name="search" />
        <span class="unseen">Search names and prompts</span>
        <input
          ref={search}
          type="search"
          placeholder="Search names and prompts"
          value={choice.text}
          onInput={({ currentTarget }) => onChoose({ text: currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onChoose({ text: '' });
          }}
        />
        <kbd aria-hidden="true">/</kbd>
      </label>
      <div class="selects">
        {kinds.length > 1 ? (
          <fieldset class="kinds">
            <legend class="unseen">Kind</legend>
            {(['all', ...kinds] as const).map((kind) => (
              <label key={kind} class={choice.kind === kind ? 'chosen' : ''}>
                <input
                  type="radio"
                  name="kind"
                  class="unseen"
                  checked={choice.kind === kind}
                  onChange={() => onChoose({ kind })}
                />
                {kind === 'all' ? 'All' : KIND_PLURALS[kind]}
              </label>
            ))}
          </fieldset>
        ) : null}
        <Select
          label="State"
          value={choice.state}
          options={states}
          onChange={(state) => onChoose({ state })}
        />
        <Select
          label="Decision"
          value={choice.review}
          options={REVIEWS}
          onChange={(review) => onChoose({ review })}
        />
        {free ? null : (
          <Select
            label="Cost"
            value={choice.cost}
            options={COSTS}
            onChange={(cost) => onChoose({ cost })}
          />
        )}
        {manifests.length > 1 ? (
          <Select
            label="Manifest"
            value={choice.manifest}
            options={[['', 'Any manifest'], ...manifests.map((name) => [name, name] as const)]}
            onChange={(manifest) => onChoose({ manifest })}
          />
        ) : null}
        <Select
          label="Order"
          value={choice.sort}
          options={free ? SORTS.filter(([sort]) => !BY_POINTS.has(sort)) : SORTS}
          onChange={(sort) => onChoose({ sort })}
        />
        <output class="count" aria-live="polite">
          {shown === assets.length ? assets.length : `${shown} of ${assets.length}`}
        </output>
      </div>
    </form>
  );
}

interface SelectProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [T, string])[];
  readonly onChange: (value: T) => void;
}

export function Select<T extends string>({
  label,
  value,
  options,
  onChange,
}: SelectProps<T>): VNode {
  return (
    <label class="select">
      <span class="unseen">{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value as T)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
