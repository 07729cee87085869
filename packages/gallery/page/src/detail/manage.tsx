import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { AssetMessage, ProblemMessage, ProjectMessage } from '../../../src/shared/messages.ts';
import { FormProblem } from '../list/banners.tsx';
import { Dialog } from '../dialog.tsx';
import { useGallery } from '../gallery.ts';
import { goTo } from '../route.ts';
import { useStore } from '../store.ts';

interface ManageProps {
  readonly project: ProjectMessage;
  readonly asset: AssetMessage;
}

const WORDS = {
  duplicate: {
    title: 'Duplicate',
    hint: 'The copy has the same entry and comments. It costs nothing until you change its prompt or parameters.',
  },
  rename: {
    title: 'Rename',
    hint: 'Manifest, lock, files and decisions change too, and nothing is bought. Write the new name into your imports.',
  },
} as const;

/** Duplicate, rename, delete: each is one change that undo takes back. */
export function Manage({ project, asset }: ManageProps): VNode | null {
  const gallery = useGallery();
  const run = useStore(gallery.store, (value) => value.run);
  const asking = useStore(gallery.store, (value) => value.asking);
  const [open, setOpen] = useState<keyof typeof WORDS | null>(null);
  const { name } = asset;
  if (project.readOnly !== null) return null;
  const busy = run !== null || asking;

  async function remove(): Promise<void> {
    if (await gallery.act({ type: 'remove', asset: name })) goTo(null);
  }

  return (
    <div class="make-row">
      <button type="button" class="quiet" disabled={asking} onClick={() => setOpen('duplicate')}>
        Duplicate…
      </button>
      <button type="button" class="quiet" disabled={busy} onClick={() => setOpen('rename')}>
        Rename…
      </button>
      <button
        type="button"
        class="quiet"
        disabled={busy}
        title="Takes it out of the manifest; its purchases stay in the cache"
        onClick={() => void remove()}
      >
        Delete
      </button>
      {open === null ? null : (
        <Dialog title={`${WORDS[open].title} ${name}`} onClose={() => setOpen(null)}>
          <NewName
            word={WORDS[open].title}
            hint={WORDS[open].hint}
            first={open === 'duplicate' ? `${name}-2` : name}
            onCancel={() => setOpen(null)}
            onName={async (next) => {
              const problem = await gallery.attempt({ type: open, asset: name, name: next });
              if (problem !== null) return problem;
              setOpen(null);
              goTo(next);
              return null;
            }}
          />
        </Dialog>
      )}
    </div>
  );
}

interface NewNameProps {
  readonly word: string;
  readonly hint: string;
  readonly first: string;
  readonly onCancel: () => void;
  /** Gives what is wrong with a name; null: it was taken. */
  readonly onName: (name: string) => Promise<ProblemMessage | null>;
}

function NewName({ word, hint, first, onCancel, onName }: NewNameProps): VNode {
  const gallery = useGallery();
  const asking = useStore(gallery.store, (value) => value.asking);
  const [name, setName] = useState(first);
  const [problem, setProblem] = useState<ProblemMessage | null>(null);
  return (
    <form
      class="ask"
      onSubmit={(event) => {
        event.preventDefault();
        void onName(name.trim()).then(setProblem);
      }}
    >
      <label class="field">
        <span>New name</span>
        <input
          type="text"
          value={name}
          required
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <FormProblem problem={problem} />
      <p class="hint">{hint}</p>
      <div class="make-row">
        <button type="submit" class="primary" disabled={asking}>
          {word}
        </button>
        <button type="button" class="quiet" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** Where the asset stands in the manifest; a click opens it in the editor of this machine. */
export function OpenInEditor({ asset }: { readonly asset: AssetMessage }): VNode {
  const gallery = useGallery();
  const { file, line } = asset.declared;
  return (
    <button
      type="button"
      class="link"
      title="Open it in the editor"
      onClick={() => void gallery.act({ type: 'open', asset: asset.name })}
    >
      {file}:{line}
    </button>
  );
}
