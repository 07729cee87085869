import type { VNode } from 'preact';
import type {
  AssetMessage,
  ProjectMessage,
  RevisionMessage,
} from '../../../src/shared/messages.ts';
import { totalOfAll, totalText } from '../../../src/shared/total-of.ts';
import { useGallery } from '../gallery.ts';
import { Picture } from '../list/picture.tsx';
import { revisionId, revisionLabel } from '../stage/stage-item.ts';
import { useStore } from '../store.ts';
import { WordChanges } from './word-changes.tsx';

interface HistoryProps {
  readonly project: ProjectMessage;
  readonly asset: AssetMessage;
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** What was bought for it, as far as the lock, this machine's cache and git know. */
export function History({ project, asset, chosen, onChoose }: HistoryProps): VNode | null {
  const { revisions, gitHistory, editablePrompt } = asset;
  const now = editablePrompt ?? revisions.find(({ current }) => current)?.prompt ?? null;
  if (revisions.length === 0) return null;
  return (
    <section>
      <h2>History</h2>
      <ol class="history">
        {revisions.map((revision, index) => (
          <li key={index}>
            <div class="file-line">
              <span>
                {revision.current ? `${nameOf(revision)}, in the lock now` : nameOf(revision)}
              </span>
              <span class="figure">{totalText(revision.points)}</span>
            </div>
            <p class="hint">{sourceOf(revision)}</p>
            {revision.prompt === null || now === null || revision.prompt === now ? null : (
              <p class="words">
                <WordChanges before={now} after={revision.prompt} />
              </p>
            )}
            <ul class="digests">
              {revision.variants.map(({ number, preview, uuid, status }) => (
                <li key={number}>
                  {preview === null ? null : (
                    <button
                      type="button"
                      class="variant-picture small"
                      aria-pressed={chosen === stageId(revision, number)}
                      onClick={() => onChoose(stageId(revision, number))}
                    >
                      <Picture preview={preview} alt="" />
                      <span class="unseen">
                        Look at {nameOf(revision)}, variant {number}
                      </span>
                    </button>
                  )}
                  <code title={uuid === null ? undefined : `UUID ${uuid}`}>
                    {status === 'failed'
                      ? 'failed'
                      : preview === null
                        ? 'bytes not on this machine'
                        : preview.digest.slice(0, 12)}
                  </code>
                </li>
              ))}
            </ul>
            {revision.usable && project.readOnly === null ? (
              <UseAgain asset={asset} revision={revision} />
            ) : null}
          </li>
        ))}
      </ol>
      {revisions.length < 2 ? null : (
        <p class="file-line total">
          <span>All of it</span>
          <span class="figure">{totalText(totalOfAll(revisions.map(({ points }) => points)))}</span>
        </p>
      )}
      <p class="hint">
        {gitHistory ??
          'From the lock, this machine’s purchases and cache, and the last commits that changed the lock.'}
      </p>
    </section>
  );
}

/** It was bought: choosing it again costs nothing. */
function UseAgain({
  asset,
  revision,
}: {
  readonly asset: AssetMessage;
  readonly revision: RevisionMessage;
}): VNode {
  const gallery = useGallery();
  const run = useStore(gallery.store, (value) => value.run);
  const asking = useStore(gallery.store, (value) => value.asking);
  const { recipe } = revision;
  return (
    <button
      type="button"
      disabled={run !== null || asking}
      title="It is paid for: using it again buys nothing"
      onClick={() => void gallery.act({ type: 'use', asset: asset.name, recipe, pick: null })}
    >
      Use this <span class="price">free</span>
      <span class="unseen">: {nameOf(revision)}</span>
    </button>
  );
}

/** The locked result is on the stage as a variant. */
function stageId(revision: RevisionMessage, number: number): string {
  return revision.current ? `variant:${number}` : revisionId(revision, number);
}

function nameOf(revision: RevisionMessage): string {
  return revisionLabel(revision);
}

function sourceOf({ source, commit, at }: RevisionMessage): string {
  const bought = at === null ? [] : [`bought ${at.slice(0, 10)}`];
  const git = commit === null ? [] : [`git ${commit.hash.slice(0, 8)}: ${commit.subject}`];
  const known = source === 'lock' ? 'from the lock' : 'from this machine’s cache';
  return [...bought, ...git].join(' · ') || known;
}
