import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { AssetSummary, ManyAction, ProjectMessage } from '../../../src/shared/messages.ts';
import { printSelection } from '../../../src/shared/selection-text.ts';
import { Acts } from '../acts.tsx';
import { ApiError, loadQuote } from '../api.ts';
import { Dialog } from '../dialog.tsx';
import { useGallery } from '../gallery.ts';
import { Decide } from '../detail/reviews.tsx';
import { useStore } from '../store.ts';

interface BulkBarProps {
  readonly project: ProjectMessage;
  /** Those that the filters show: all of them can be chosen. */
  readonly shown: readonly AssetSummary[];
}

const WORDS: Readonly<Record<ManyAction, string>> = {
  generate: 'Make',
  reroll: 'Reroll',
  freeze: 'Freeze',
  unfreeze: 'Unfreeze',
  words: 'Change style',
};

/** What can be done with all assets that are chosen. */
export function BulkBar({ project, shown }: BulkBarProps): VNode | null {
  const gallery = useGallery();
  const selected = useStore(gallery.store, (value) => value.selected);
  const run = useStore(gallery.store, (value) => value.run);
  const asking = useStore(gallery.store, (value) => value.asking);
  const [note, setNote] = useState('');
  const [open, setOpen] = useState<'review' | 'words' | null>(null);
  const chosen = project.assets.filter(({ name }) => selected.has(name));
  if (chosen.length === 0) return null;
  const names = chosen.map(({ name }) => name);
  const busy = run !== null || asking || project.readOnly !== null;
  const isInAddress =
    printSelection(
      selected,
      shown.map(({ name }) => name),
    ) !== null;
  const title = (what: ManyAction): string => `${WORDS[what]}: ${countOf(chosen.length)}`;
  const isFrozen = chosen.every(({ frozen }) => frozen);

  async function ask(what: ManyAction, find = '', put = ''): Promise<void> {
    try {
      const { price, asks, count } = await loadQuote(what, names);
      const points = price.max;
      const action = { type: 'many', what, assets: names, points, asks, find, put } as const;
      const question = { title: `${WORDS[what]}: ${countOf(count)}`, price, action };
      if (what === 'generate' || what === 'reroll') gallery.ask(question);
      else await gallery.act(action);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      gallery.tell('error', error.problem);
    }
  }

  function closeDecide(): void {
    setOpen(null);
    setNote('');
  }

  return (
    <section class="bulk-bar" aria-label="Chosen assets">
      <strong role="status">{chosen.length} chosen</strong>
      {isInAddress ? null : <span class="hint">too many for the address of this page</span>}
      {chosen.length === shown.length ? null : (
        <button
          type="button"
          class="quiet"
          onClick={() => gallery.select(new Set(shown.map(({ name }) => name)))}
        >
          All {shown.length}
        </button>
      )}
      <Acts>
        {(['generate', 'reroll'] as const).map((what) => (
          <button
            key={what}
            type="button"
            disabled={busy || project.noService !== null}
            onClick={() => void ask(what)}
          >
            {WORDS[what]}…
          </button>
        ))}
        <button type="button" disabled={busy} onClick={() => setOpen('review')}>
          Decide…
        </button>
        <button
          type="button"
          disabled={busy}
          onClick={() => void ask(isFrozen ? 'unfreeze' : 'freeze')}
        >
          {WORDS[isFrozen ? 'unfreeze' : 'freeze']}
        </button>
        <button type="button" disabled={busy} onClick={() => setOpen('words')}>
          {WORDS.words}…
        </button>
      </Acts>
      <button type="button" class="quiet" onClick={() => gallery.select(new Set())}>
        Clear
      </button>
      {open === 'review' ? (
        <Dialog title={`Decide about ${countOf(chosen.length)}`} onClose={closeDecide}>
          <Decide
            note={note}
            onNote={setNote}
            onDecide={(state) => {
              closeDecide();
              void gallery.act({ type: 'review', assets: names, state, note });
            }}
          />
          <button type="button" class="quiet" onClick={closeDecide}>
            Cancel
          </button>
        </Dialog>
      ) : null}
      {open === 'words' ? (
        <Dialog title={title('words')} onClose={() => setOpen(null)}>
          <Words
            onCancel={() => setOpen(null)}
            onChange={(find, put) => {
              setOpen(null);
              void ask('words', find, put);
            }}
          />
        </Dialog>
      ) : null}
    </section>
  );
}

interface WordsProps {
  readonly onChange: (find: string, put: string) => void;
  readonly onCancel: () => void;
}

/** Other words in every prompt that is chosen. */
function Words({ onChange, onCancel }: WordsProps): VNode {
  const [find, setFind] = useState('');
  const [put, setPut] = useState('');
  return (
    <form
      class="ask"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(find, put);
      }}
    >
      <label class="field">
        <span>Words to replace (empty: add at the end)</span>
        <input
          type="text"
          value={find}
          onInput={({ currentTarget }) => setFind(currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>New words</span>
        <input
          type="text"
          value={put}
          placeholder=", as a watercolour"
          onInput={({ currentTarget }) => setPut(currentTarget.value)}
        />
      </label>
      <p class="hint">
        Writing the prompts costs nothing. You see the price before you make them again.
      </p>
      <div class="make-row">
        <button type="submit" class="primary" disabled={find === '' && put === ''}>
          Write the prompts
        </button>
        <button type="button" class="quiet" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function countOf(count: number): string {
  return `${count} ${count === 1 ? 'asset' : 'assets'}`;
}
