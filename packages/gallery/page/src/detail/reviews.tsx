import type { VNode } from 'preact';
import type {
  AssetMessage,
  ProjectMessage,
  ReviewMessage,
  ReviewState,
} from '../../../src/shared/messages.ts';
import { REVIEW_WORDS } from '../format.ts';
import { useGallery } from '../gallery.ts';
import { useStore } from '../store.ts';
import { useUnsaved } from '../use-unsaved.ts';

interface ReviewsProps {
  readonly project: ProjectMessage;
  readonly asset: AssetMessage;
}

/** What was decided about an asset, and the buttons that decide. */
export function Reviews({ project, asset }: ReviewsProps): VNode | null {
  const gallery = useGallery();
  const { review, name, state, made } = asset;
  const [note, setNote] = useUnsaved(`note about ${name}`, review?.note ?? '');
  if (project.readOnly !== null && review === null) return null;
  return (
    <section class="review" aria-label="Decision">
      <h2>Decision</h2>
      {review === null ? null : <Decided review={review} />}
      {project.readOnly !== null ? null : state === 'ready' ? (
        <Decide
          note={note}
          onNote={setNote}
          onDecide={(decided) =>
            void gallery
              .act({ type: 'review', assets: [name], state: decided, note, made })
              .then((isDone) => isDone && setNote(note.trim()))
          }
        />
      ) : (
        <p class="hint">You can approve or reject an asset once it is up to date.</p>
      )}
    </section>
  );
}

function Decided({ review }: { readonly review: ReviewMessage }): VNode {
  const { state, by, at, note, isCurrent } = review;
  return (
    <>
      <p>
        <span class={`badge ${isCurrent ? state : 'quiet'}`}>{REVIEW_WORDS[state]}</span> by {by},{' '}
        <time dateTime={at}>{at.slice(0, 10)}</time>
      </p>
      {note === null ? null : <p class="prompt-text">{note}</p>}
      {isCurrent ? null : (
        <p class="hint">Its files changed since: the decision no longer counts.</p>
      )}
    </>
  );
}

interface DecideProps {
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly onDecide: (state: ReviewState) => void;
}

/** Approve, or say what is wrong. */
export function Decide({ note, onNote, onDecide }: DecideProps): VNode {
  const gallery = useGallery();
  const asking = useStore(gallery.store, (value) => value.asking);
  return (
    <div class="decide">
      <label class="field">
        <span>Note</span>
        <input
          type="text"
          value={note}
          maxLength={2000}
          onInput={({ currentTarget }) => onNote(currentTarget.value)}
        />
      </label>
      <div class="make-row">
        {(['approved', 'needs-work', 'rejected'] as const).map((state) => (
          <button key={state} type="button" disabled={asking} onClick={() => onDecide(state)}>
            {DECIDE_WORDS[state]}
          </button>
        ))}
      </div>
    </div>
  );
}

const DECIDE_WORDS: Readonly<Record<ReviewState, string>> = {
  approved: 'Approve',
  'needs-work': 'Needs work',
  rejected: 'Reject',
};
