import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { Kind, ProblemMessage } from '../../src/shared/messages.ts';
import { KINDS } from '../../src/shared/messages.ts';
import { nameOfWords } from '../../src/shared/name-of-words.ts';
import { ApiError, saveReference } from './api.ts';
import { FormProblem } from './list/banners.tsx';
import { Dialog } from './dialog.tsx';
import { KIND_WORDS } from './format.ts';
import { useGallery } from './gallery.ts';
import { Icon } from './icons.tsx';
import { References, imagesOf } from './detail/references.tsx';
import { goTo } from './route.ts';
import { useStore } from './store.ts';
import { useUnsaved } from './use-unsaved.ts';

/** The button, the key and the drop that begin a new asset. */
export function AddAsset({ label }: { readonly label: string }): VNode {
  /** null: no dialog is open. */
  const [entry, setEntry] = useUnsaved<NewEntry | null>('new-asset', null, isEmpty);
  const isOpen = entry !== null;
  // Before the page is seen: a key may come at once.
  useLayoutEffect(() => {
    if (isOpen) return undefined;
    const press = (event: KeyboardEvent): void => {
      const isTyping =
        event.target instanceof Element && event.target.matches('input, textarea, select');
      if (event.key !== 'n' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      if (document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      setEntry(BLANK);
    };
    const begin = (event: Event, data: DataTransfer | null): void => {
      const given = imagesOf(data);
      if (given.length === 0 || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      setEntry({ ...BLANK, images: given });
    };
    const drop = (event: DragEvent): void => begin(event, event.dataTransfer);
    const paste = (event: ClipboardEvent): void => begin(event, event.clipboardData);
    // Else a browser leaves the page and shows the file.
    const over = (event: DragEvent): void => event.preventDefault();
    addEventListener('keydown', press);
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    addEventListener('paste', paste);
    return () => {
      removeEventListener('keydown', press);
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
      removeEventListener('paste', paste);
    };
  }, [isOpen]);
  return (
    <>
      <button type="button" title="A new asset (n)" onClick={() => setEntry(BLANK)}>
        <Icon name="add" /> {label}
      </button>
      {entry === null ? null : (
        <Dialog title="New asset" onClose={() => setEntry(null)}>
          <NewAsset
            entry={entry}
            onChange={(change) => setEntry((now) => (now === null ? null : change(now)))}
            onClose={() => setEntry(null)}
          />
        </Dialog>
      )}
    </>
  );
}

/** An asset while somebody describes it. */
interface NewEntry {
  readonly kind: Kind;
  readonly prompt: string;
  readonly style: string;
  /** null: by the prompt, until a person writes one. */
  readonly own: string | null;
  readonly images: readonly File[];
}

const BLANK: NewEntry = { kind: 'image', prompt: '', style: '', own: null, images: [] };

function isEmpty(entry: NewEntry | null): boolean {
  if (entry === null) return true;
  const { prompt, style, own, images } = entry;
  return prompt === '' && style === '' && own === null && images.length === 0;
}

interface NewAssetProps {
  readonly entry: NewEntry;
  /** What was typed last may not be drawn yet. */
  readonly onChange: (change: (now: NewEntry) => NewEntry) => void;
  readonly onClose: () => void;
}

/** What is to be made, in words and images. It is written into the manifest, and bought later. */
function NewAsset({ entry, onChange, onClose }: NewAssetProps): VNode {
  const gallery = useGallery();
  const asking = useStore(gallery.store, (value) => value.asking);
  const { kind, prompt, style, own, images } = entry;
  const [opens, setOpens] = useState(false);
  const [problem, setProblem] = useState<ProblemMessage | null>(null);
  const name = own ?? nameOfWords(prompt);
  const isFromImage = kind === 'chibi' || (kind === 'model' && images.length > 0);

  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const given = imagesOf(event.clipboardData);
      if (given.length === 0) return;
      event.preventDefault();
      onChange((now) => ({ ...now, images: [...now.images, ...given] }));
    };
    addEventListener('paste', paste);
    return () => removeEventListener('paste', paste);
  }, []);

  const set = (part: Partial<NewEntry>): void => onChange((now) => ({ ...now, ...part }));

  async function add(): Promise<void> {
    setProblem(null);
    try {
      const references: string[] = [];
      for (const image of images) references.push(await saveReference(image));
      const words = isFromImage ? '' : prompt;
      const look = kind === 'model' && isFromImage ? '' : style;
      const asset = { asset: name, kind, prompt: words, style: look, references } as const;
      const failed = await gallery.attempt({ type: 'add', ...asset });
      if (failed !== null) return setProblem(failed);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return setProblem(error.problem);
    }
    onClose();
    goTo(name);
    if (opens) void gallery.act({ type: 'open', asset: name });
  }

  return (
    <form
      class="ask"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <label class="field">
        <span>Kind</span>
        <select
          value={kind}
          onChange={({ currentTarget: { value } }) => set({ kind: value as Kind })}
        >
          {KINDS.map((each) => (
            <option key={each} value={each}>
              {KIND_WORDS[each]}
            </option>
          ))}
        </select>
      </label>
      {isFromImage ? null : (
        <label class="field">
          <span>Prompt</span>
          <textarea
            rows={3}
            value={prompt}
            required={kind !== 'model' || images.length === 0}
            onInput={({ currentTarget: { value } }) => set({ prompt: value })}
          />
        </label>
      )}
      {kind === 'model' && isFromImage ? null : (
        <label class="field">
          <span>{kind === 'chibi' ? 'Style tag of the service' : 'Style (behind the prompt)'}</span>
          <input
            type="text"
            value={style}
            required={kind === 'chibi'}
            placeholder={kind === 'chibi' ? '' : 'as a watercolour'}
            onInput={({ currentTarget: { value } }) => set({ style: value })}
          />
        </label>
      )}
      <label class="field">
        <span>Name</span>
        <input
          type="text"
          value={name}
          required
          placeholder="props/lamp"
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget: { value } }) => set({ own: value })}
        />
      </label>
      <References kind={kind} images={images} onChange={(next) => set({ images: next })} />
      <label class="check">
        <input
          type="checkbox"
          checked={opens}
          onChange={({ currentTarget }) => setOpens(currentTarget.checked)}
        />
        <span>Open the manifest in the editor</span>
      </label>
      <FormProblem problem={problem} />
      <p class="hint">Adding it costs nothing. You see the price before you make it.</p>
      <div class="make-row">
        <button type="submit" class="primary" disabled={asking}>
          Add
        </button>
        <button type="button" class="quiet" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}
