import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { AssetMessage, ProjectMessage } from '../../../src/shared/messages.ts';
import { useGallery } from '../gallery.ts';
import { Icon } from '../icons.tsx';
import { useStore } from '../store.ts';
import { useUnsaved } from '../use-unsaved.ts';
import { WordChanges } from './word-changes.tsx';

interface PromptProps {
  readonly project: ProjectMessage;
  readonly asset: AssetMessage;
  /** Words typed elsewhere on the page, whose place is gone: they are edited further here. null: none. */
  readonly words: PromptEdit | null;
  /** They are taken over. */
  readonly onTaken: () => void;
}

/** A prompt while somebody types it. */
export interface PromptEdit {
  /** The prompt when the edit began: what comes in meanwhile is somebody else's, and must not be overwritten. */
  readonly before: string;
  readonly text: string;
}

/** Whether nothing is lost with it. */
export function isSaved(edit: PromptEdit | null): boolean {
  return edit === null || edit.text === edit.before;
}

/** The words that it is made from; edited here, they are written back to the manifest. */
export function Prompt({ project, asset, words, onTaken }: PromptProps): VNode {
  const gallery = useGallery();
  const asking = useStore(gallery.store, (value) => value.asking);
  const { editablePrompt, name, prompt } = asset;
  const [edit, setEdit] = useUnsaved<PromptEdit | null>(`prompt of ${name}`, null, isSaved);
  const area = useRef<HTMLTextAreaElement>(null);
  const isEditing = edit !== null;
  /** One that was left stands open when its page does, and takes no keys of the page. */
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (isEditing && !wasEditing.current) area.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  useEffect(() => {
    if (words === null || isEditing) return;
    if (words.text !== editablePrompt) setEdit(words);
    onTaken();
  }, [words, isEditing]);

  async function save(): Promise<void> {
    if (edit === null) return;
    const { before, text } = edit;
    const isDone =
      text === before || (await gallery.act({ type: 'edit', asset: name, prompt: text, before }));
    if (isDone) setEdit(null);
  }

  return (
    <section class="prompt">
      <div class="section-head">
        <h2>{asset.kind === 'chibi' ? 'Style' : 'Prompt'}</h2>
        {editablePrompt === null || project.readOnly !== null || edit !== null ? null : (
          <button
            type="button"
            class="quiet"
            onClick={() => setEdit({ before: editablePrompt, text: editablePrompt })}
          >
            <Icon name="edit" /> Edit
          </button>
        )}
      </div>
      {edit === null ? (
        <>
          <p class="prompt-text">{prompt === '' ? 'None.' : prompt}</p>
          {asset.beforePrompt === undefined ? null : (
            <p class="words">
              Before: <WordChanges before={prompt} after={asset.beforePrompt} />
            </p>
          )}
        </>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <textarea
            ref={area}
            rows={4}
            value={edit.text}
            aria-label={asset.kind === 'chibi' ? 'Style' : 'Prompt'}
            onInput={({ currentTarget }) => setEdit({ ...edit, text: currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key === 'Escape') {
                event.stopPropagation();
                setEdit(null);
              } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
            }}
          />
          <div class="make-row">
            <button type="submit" class="primary" disabled={asking || edit.text === ''}>
              Save to {asset.declared.file}
            </button>
            <button type="button" class="quiet" onClick={() => setEdit(null)}>
              Cancel
            </button>
          </div>
          <p class="hint">Saving is free. The price to generate it again is shown afterwards.</p>
        </form>
      )}
    </section>
  );
}
