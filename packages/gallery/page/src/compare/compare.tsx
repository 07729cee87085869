import type { VNode } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { AssetMessage, ProjectMessage } from '../../../src/shared/messages.ts';
import { createCameraLink } from '../../../src/shared/camera-link.ts';
import { Select } from '../list/filters.tsx';
import type { ImageFrame } from '../../../src/shared/image-frame.ts';
import { WHOLE } from '../../../src/shared/image-frame.ts';
import { ImageTools } from '../stage/image-tools.tsx';
import type { Look } from '../look.ts';
import { PLAIN } from '../look.ts';
import { ModelTools, Toggle } from '../stage/model-tools.tsx';
import type { StageItem } from '../stage/stage-item.ts';
import { colliderOf } from '../stage/stage-item.ts';
import { Side } from './side.tsx';
import { MOST_SIDES } from '../../../src/shared/sides.ts';
import { Slider } from './slider.tsx';
import { UseThis } from './use-this.tsx';
import { createVideoLink } from './video-link.ts';

export type Way = 'beside' | 'slider';

interface CompareProps {
  readonly project: ProjectMessage;
  readonly asset: AssetMessage;
  readonly items: readonly StageItem[];
  /** Two to four, of one type. */
  readonly sides: readonly StageItem[];
  /** How two pictures stand: beside each other, or one over the other with a handle. */
  readonly way: Way;
  /** Fewer than two sides end the comparison. */
  readonly onSides: (sides: readonly StageItem[]) => void;
  readonly onWay: (way: Way) => void;
}

/** Two to four of an asset side by side, turned or moved by one hand. */
export function Compare(props: CompareProps): VNode {
  const { project, asset, items, sides, way, onSides, onWay } = props;
  const isReadOnly = project.readOnly !== null;
  const [look, setLook] = useState<Look>({ ...PLAIN });
  const [frame, setFrame] = useState<ImageFrame>(WHOLE);
  const [checker, setChecker] = useState(true);
  const [isLinked, setLinked] = useState(true);
  const [bones, setBones] = useState(0);
  const cameras = useMemo(createCameraLink, []);
  const videos = useMemo(createVideoLink, []);
  const more = useRef<HTMLDivElement>(null);
  const type = sides[0]?.type ?? 'image';
  const same = items.filter((each) => each.type === type);
  const rest = same.filter(({ id }) => !sides.some((side) => side.id === id));
  const isSlider = type === 'image' && sides.length === 2 && way === 'slider';
  const [first, second] = sides;
  return (
    <section class="comparison" aria-label="Comparison">
      <div class="comparison-bar" ref={more}>
        <h2>Compare {sides.length}</h2>
        {rest.length === 0 || sides.length >= MOST_SIDES ? null : (
          <Select
            label="Add to the comparison"
            value=""
            options={[['', 'Add…'], ...rest.map(({ id, label }) => [id, label] as const)]}
            onChange={(id) => {
              const added = rest.find((each) => each.id === id);
              if (added !== undefined) onSides([...sides, added]);
            }}
          />
        )}
        {type === 'image' && sides.length === 2 ? (
          <div class="choices" role="group" aria-label="How two stand">
            {(['beside', 'slider'] as const).map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={way === each}
                onClick={() => onWay(each)}
              >
                {each === 'beside' ? 'Side by side' : 'Slider'}
              </button>
            ))}
          </div>
        ) : null}
        {isSlider ? null : (
          <Toggle
            label={
              type === 'model' ? 'Link cameras' : type === 'image' ? 'Link zoom' : 'Play together'
            }
            checked={isLinked}
            onChange={setLinked}
          />
        )}
        <button type="button" class="primary" onClick={() => onSides([])}>
          Done
        </button>
      </div>
      {isSlider && first !== undefined && second !== undefined ? (
        <>
          <Slider
            before={first}
            after={second}
            frame={frame}
            onFrame={setFrame}
            checker={checker}
          />
          <ul class="side-uses">
            {sides.map((side) => (
              <li key={side.id} aria-label={side.label}>
                <span>{side.label}</span>
                <UseThis item={side} isReadOnly={isReadOnly} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <ul class={`sides of-${sides.length}`}>
          {sides.map((side, index) => (
            <Side
              key={side.id}
              asset={asset}
              item={side}
              choices={[side, ...rest]}
              look={look}
              checker={checker}
              collider={side.type === 'model' ? colliderOf(asset, side) : null}
              frame={isLinked ? frame : null}
              onFrame={setFrame}
              cameras={cameras}
              videos={videos}
              isLinked={isLinked}
              isReadOnly={isReadOnly}
              onBones={(count) => setBones((known) => Math.max(known, count))}
              onChoose={(id) => {
                const other = items.find((each) => each.id === id);
                if (other !== undefined) onSides(sides.with(index, other));
              }}
              onRemove={() => onSides(sides.filter((each) => each !== side))}
            />
          ))}
        </ul>
      )}
      {type === 'model' ? (
        <ModelTools
          look={look}
          onLook={setLook}
          hasCollider={sides.some((side) => colliderOf(asset, side) !== null)}
          bones={bones}
        />
      ) : null}
      {type === 'image' ? (
        <ImageTools frame={frame} onFrame={setFrame} checker={checker} onChecker={setChecker} />
      ) : null}
    </section>
  );
}
