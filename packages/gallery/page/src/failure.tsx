import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { AssetMessage, Cure, CurableProblem, ProjectMessage } from '../../src/messages.ts';
import { Acts } from './acts.tsx';
import { Told } from './banners.tsx';
import { printPrice } from './format.ts';
import { useGallery } from './gallery.ts';
import { Icon } from './icons.tsx';
import { useStore } from './store.ts';

interface FailureProps {
  readonly project: ProjectMessage;
  readonly asset: AssetMessage;
  readonly problem: CurableProblem;
}

/** What went wrong, in the words of whoever said it, and what can be changed about it. */
export function Failure({ project, asset, problem }: FailureProps): VNode {
  const { cure } = problem;
  return (
    <div class="condition inside" role="note">
      <Icon name="alert" />
      <div class="cure">
        <Told problem={problem} />
        {cure === null || project.readOnly !== null ? null : (
          <Acts>
            {cure.type === 'limit' ? (
              <Limit asset={asset} cure={cure} />
            ) : (
              <OtherWords project={project} asset={asset} />
            )}
          </Acts>
        )}
      </div>
    </div>
  );
}

/** Whether making it again as it is can only fail again. */
export function isFinal({ problems }: AssetMessage): boolean {
  return problems.some(({ cure }) => cure !== null);
}

interface LimitProps {
  readonly asset: AssetMessage;
  readonly cure: Extract<Cure, { type: 'limit' }>;
}

/** The limit that what is there does not keep, with a value that it would. */
function Limit({ asset, cure }: LimitProps): VNode {
  const gallery = useGallery();
  const asking = useStore(gallery.store, (value) => value.asking);
  const run = useStore(gallery.store, (value) => value.run);
  const [value, setValue] = useState(String(cure.found));
  return (
    <form
      class="ask"
      onSubmit={(event) => {
        event.preventDefault();
        const { key } = cure;
        void gallery.act({ type: 'limit', asset: asset.name, key, value: Number(value) });
      }}
    >
      <label class="field">
        <span>
          {cure.key}, now {cure.limit}
        </span>
        <input
          type="number"
          step="any"
          min={0}
          required
          value={value}
          onInput={({ currentTarget }) => setValue(currentTarget.value)}
        />
      </label>
      <div class="make-row">
        <button type="submit" class="primary" disabled={asking || run !== null}>
          Change the limit <span class="price">free</span>
        </button>
      </div>
    </form>
  );
}

/** Other words; or the same once more, which is bought again. */
function OtherWords({ project, asset }: Omit<FailureProps, 'problem'>): VNode {
  const gallery = useGallery();
  const asking = useStore(gallery.store, (value) => value.asking);
  const run = useStore(gallery.store, (value) => value.run);
  const { editablePrompt: before, name } = asset;
  const { reroll } = asset.prices;
  const [text, setText] = useState(before ?? '');
  const busy = asking || run !== null;
  return (
    <form
      class="ask"
      onSubmit={(event) => {
        event.preventDefault();
        if (before === null) return;
        void gallery.act({ type: 'edit', asset: name, prompt: text, before });
      }}
    >
      {before === null ? null : (
        <label class="field">
          <span>Other words</span>
          <textarea
            rows={3}
            required
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
      )}
      <div class="make-row">
        {before === null ? null : (
          <button type="submit" class="primary" disabled={asking || text === before}>
            Save <span class="price">free</span>
          </button>
        )}
        {reroll === null ? null : (
          <button
            type="button"
            disabled={busy || project.noService !== null}
            onClick={() =>
              gallery.spend({
                title: `Reroll ${name}`,
                price: reroll,
                action: { type: 'reroll', asset: name, points: reroll.max },
              })
            }
          >
            Ask again <span class="price">{printPrice(reroll)}</span>
          </button>
        )}
      </div>
    </form>
  );
}
