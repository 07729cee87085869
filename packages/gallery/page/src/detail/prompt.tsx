import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { AssetMessage, ProjectMessage } from '../../../src/shared/messages.ts';
import { useGallery } from '../gallery.ts';
import { Icon } from '../icons.tsx';
import { useStore } from '../store.ts';
import { WordChanges } from './word-changes.tsx';

interface PromptProps {
  readonly project: ProjectMessage;
  readonly asset: AssetMessage;
}

/** The words that it is made from; edited here, they are written back to the manifest. */
export function Prompt({ project, asset }: PromptProps): VNode {
  const gallery = useGallery();
  const asking = useStore(gallery.store, (value) => value.asking);
  const { editablePrompt: before, name, prompt } = asset;
  const [text, setText] = useState<string | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const isEditing = text !== null;
  useEffect(() => {
    if (isEditing) area.current?.focus();
  }, [isEditing]);

  async function save(): Promise<void> {
    if (text === null || before === null) return;
    const isSaved =
      text === before || (await gallery.act({ type: 'edit', asset: name, prompt: text, before }));
    if (isSaved) setText(null);
  }

  return (
    <section class="prompt">
      <div class="section-head">
        <h2>{asset.kind === 'chibi' ? 'Style' : 'Prompt'}</h2>
        {before === null || project.readOnly !== null || text !== null ? null : (
          <button type="button" class="quiet" onClick={() => setText(before)}>
            <Icon name="edit" /> Edit
          </button>
        )}
      </div>
      {text === null ? (
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
            value={text}
            aria-label={asset.kind === 'chibi' ? 'Style' : 'Prompt'}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') {
                event.stopPropagation();
                setText(null);
              } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
            }}
          />
          <div class="make-row">
            <button type="submit" class="primary" disabled={asking || text === ''}>
              Save to {asset.declared.file}
            </button>
            <button type="button" class="quiet" onClick={() => setText(null)}>
              Cancel
            </button>
          </div>
          <p class="hint">Saving is free. The price to generate it again is shown afterwards.</p>
        </form>
      )}
    </section>
  );
}
