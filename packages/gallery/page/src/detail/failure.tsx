import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type {
  AssetMessage,
  CurableProblem,
  FieldCure,
  FieldValue,
  ProjectMessage,
} from '../../../src/shared/messages.ts';
import { Acts } from '../acts.tsx';
import { Told } from '../list/banners.tsx';
import { printPrice } from '../format.ts';
import { useGallery } from '../gallery.ts';
import { Icon } from '../icons.tsx';
import { useStore } from '../store.ts';
import type { PromptEdit } from './prompt.tsx';

interface FailureProps {
  readonly project: ProjectMessage;
  readonly asset: AssetMessage;
  readonly problem: CurableProblem;
  /** What was typed in the place of the words that failed; null: nothing yet. */
  readonly words: PromptEdit | null;
  readonly onWords: (words: PromptEdit | null) => void;
}

/** What went wrong, in the words of whoever said it, and what can be changed about it. */
export function Failure(props: FailureProps): VNode {
  const { project, asset, problem } = props;
  const { cures } = problem;
  return (
    <div class="condition inside" role="note">
      <Icon name="alert" />
      <div class="cure">
        <Told problem={problem} />
        {project.readOnly !== null ? null : (
          <Acts>
            {cures.map((cure, index) =>
              cure.type === 'words' ? (
                <OtherWords key="words" {...props} again={cure.again} />
              ) : (
                <Field
                  key={`${cure.output ?? ''} ${cure.key}`}
                  asset={asset}
                  cure={cure}
                  isFirst={index === 0}
                />
              ),
            )}
          </Acts>
        )}
      </div>
    </div>
  );
}

/** Whether a failure asks for other words. */
export function asksForWords({ problems }: AssetMessage): boolean {
  return problems.some(({ cures }) => cures.some(({ type }) => type === 'words'));
}

/** Whether making it again as it is can only fail again. */
export function isFinal({ problems }: AssetMessage): boolean {
  return problems.some((problem) => problem.isFinal);
}

interface FieldProps {
  readonly asset: AssetMessage;
  readonly cure: FieldCure;
  /** The one that is most likely meant. */
  readonly isFirst: boolean;
}

/** A field of the manifest, with a value that can succeed. */
function Field({ asset, cure, isFirst }: FieldProps): VNode {
  const gallery = useGallery();
  const asking = useStore(gallery.store, (value) => value.asking);
  const run = useStore(gallery.store, (value) => value.run);
  const { output, key, now, next, choices } = cure;
  const [value, setValue] = useState<FieldValue>(next);
  const isNamed = output !== null && (key === 'format' || key === 'width');
  return (
    <form
      class="ask"
      onSubmit={(event) => {
        event.preventDefault();
        void gallery.act({ type: 'set', asset: asset.name, output, key, value });
      }}
    >
      {choices?.length === 1 ? null : (
        <label class="field">
          <span>
            {cure.label}, now {now === null ? 'not set' : String(now)}
          </span>
          {choices === null ? (
            <FreeInput value={value} onValue={setValue} />
          ) : (
            <select
              value={String(value)}
              onChange={({ currentTarget }) =>
                setValue(choices.find((each) => String(each) === currentTarget.value) ?? null)
              }
            >
              {choices.map((each) => (
                <option key={String(each)} value={String(each)}>
                  {String(each)}
                </option>
              ))}
            </select>
          )}
        </label>
      )}
      {isNamed ? <p class="hint">It may give the file another name, which imports need.</p> : null}
      <div class="make-row">
        <button
          type="submit"
          class={isFirst ? 'primary' : ''}
          disabled={asking || run !== null || (choices === null && value === now)}
        >
          {cure.act} <span class="price">free</span>
        </button>
      </div>
    </form>
  );
}

interface FreeInputProps {
  readonly value: FieldValue;
  readonly onValue: (value: FieldValue) => void;
}

function FreeInput({ value, onValue }: FreeInputProps): VNode {
  const isNumber = typeof value === 'number';
  return isNumber ? (
    <input
      type="number"
      step="any"
      min={0}
      required
      value={value}
      onInput={({ currentTarget }) => {
        if (currentTarget.value !== '') onValue(Number(currentTarget.value));
      }}
    />
  ) : (
    <input
      type="text"
      required
      autocomplete="off"
      spellcheck={false}
      value={String(value ?? '')}
      onInput={({ currentTarget }) => onValue(currentTarget.value)}
    />
  );
}
/** Other words; or the same once more, which is bought again. */
function OtherWords({
  project,
  asset,
  again,
  words,
  onWords,
}: Omit<FailureProps, 'problem'> & { readonly again: boolean }): VNode {
  const gallery = useGallery();
  const asking = useStore(gallery.store, (value) => value.asking);
  const run = useStore(gallery.store, (value) => value.run);
  const { editablePrompt, name } = asset;
  const { reroll } = asset.prices;
  const before = words?.before ?? editablePrompt;
  const text = words?.text ?? editablePrompt ?? '';
  const busy = asking || run !== null;
  return (
    <form
      class="ask"
      onSubmit={(event) => {
        event.preventDefault();
        if (before === null) return;
        void gallery
          .act({ type: 'edit', asset: name, prompt: text, before })
          .then((isSaved) => isSaved && onWords(null));
      }}
    >
      {before === null ? null : (
        <label class="field">
          <span>Other words</span>
          <textarea
            rows={3}
            required
            value={text}
            onInput={({ currentTarget }) => onWords({ before, text: currentTarget.value })}
          />
        </label>
      )}
      <div class="make-row">
        {before === null ? null : (
          <button type="submit" class="primary" disabled={asking || text === editablePrompt}>
            Save <span class="price">free</span>
          </button>
        )}
        {words === null || text === editablePrompt ? null : (
          <button type="button" class="quiet" onClick={() => onWords(null)}>
            Cancel
          </button>
        )}
        {reroll === null || !again ? null : (
          <button
            type="button"
            disabled={busy || project.noService !== null}
            onClick={() =>
              gallery.spend({
                title: `Reroll ${name}`,
                price: reroll,
                action: { type: 'reroll', asset: name, points: reroll.max, asks: asset.asks },
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
