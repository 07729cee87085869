import type { VNode } from 'preact';
import { Select } from '../list/filters.tsx';
import type { Look } from '../look.ts';
import { BACKGROUNDS, ENVIRONMENTS, MOST_EXPOSURE, PLAIN, SURFACES } from '../look.ts';

interface ModelToolsProps {
  readonly look: Look;
  readonly onLook: (look: Look) => void;
  /** Whether a collider belongs to what is shown. */
  readonly hasCollider: boolean;
  /** Bones of what is shown; 0: there is nothing to show. */
  readonly bones: number;
}

/** What can be done to see a model well: its surface, the light, what stands beside and around it. */
export function ModelTools({ look, onLook, hasCollider, bones }: ModelToolsProps): VNode {
  const change = (part: Partial<Look>): void => onLook({ ...look, ...part });
  return (
    <div class="model-tools" role="group" aria-label="View">
      <Select
        label="Surface"
        value={look.surface}
        options={SURFACES}
        onChange={(surface) => change({ surface })}
      />
      <Toggle
        label="Wireframe"
        checked={look.surface === 'wireframe'}
        onChange={(on) => change({ surface: on ? 'wireframe' : 'shaded' })}
      />
      <Toggle
        label={hasCollider ? 'Bounds and collider' : 'Bounds'}
        checked={look.bounds}
        onChange={(bounds) => change({ bounds })}
      />
      <Toggle label="Grid" checked={look.grid} onChange={(grid) => change({ grid })} />
      <Toggle
        label="Figure, 1.8 m"
        checked={look.figure}
        onChange={(figure) => change({ figure })}
      />
      {bones === 0 ? null : (
        <Toggle
          label="Skeleton"
          checked={look.skeleton}
          onChange={(skeleton) => change({ skeleton })}
        />
      )}
      <Select
        label="Light"
        value={look.environment}
        options={ENVIRONMENTS}
        onChange={(environment) => change({ environment })}
      />
      <label class="range">
        <span>Exposure</span>
        <input
          type="range"
          min={-MOST_EXPOSURE}
          max={MOST_EXPOSURE}
          step={0.25}
          value={look.exposure}
          aria-valuetext={`${look.exposure} stops`}
          onInput={({ currentTarget }) => change({ exposure: Number(currentTarget.value) })}
        />
      </label>
      <Select
        label="Background"
        value={look.background}
        options={BACKGROUNDS.map(([key, word]) => [key, `Background: ${word.toLowerCase()}`])}
        onChange={(background) => change({ background })}
      />
      {isPlain(look) ? null : (
        <button type="button" class="quiet" onClick={() => onLook(PLAIN)}>
          Reset
        </button>
      )}
      {look.surface === 'wireframe' ? (
        <p class="hint">
          Yellow to red: triangles too small for lines, red the smallest. Zoom in to see them.
        </p>
      ) : null}
    </div>
  );
}

function isPlain(look: Look): boolean {
  return (Object.keys(PLAIN) as (keyof Look)[]).every((key) => look[key] === PLAIN[key]);
}

interface ToggleProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
}

export function Toggle({ label, checked, onChange }: ToggleProps): VNode {
  return (
    <label class="toggle">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  );
}
