import type { VNode } from 'preact';
import type { AssetMessage, RevisionMessage } from '../../src/messages.ts';
import { printSpent } from './format.ts';
import { Picture } from './picture.tsx';
import { revisionLabel } from './stage-item.ts';

interface HistoryProps {
  readonly asset: AssetMessage;
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** What was bought for it, as far as the lock, this machine's cache and git know. */
export function History({ asset, chosen, onChoose }: HistoryProps): VNode | null {
  const { revisions, gitHistory } = asset;
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
              <span class="figure">{printSpent(revision.points)}</span>
            </div>
            <p class="hint">{sourceOf(revision)}</p>
            <ul class="digests">
              {revision.variants.map(({ number, preview, uuid, status }) => (
                <li key={number}>
                  {preview === null ? null : (
                    <button
                      type="button"
                      class="variant-picture small"
                      aria-pressed={chosen === stageId(revision, index, number)}
                      onClick={() => onChoose(stageId(revision, index, number))}
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
          </li>
        ))}
      </ol>
      <p class="hint">
        {gitHistory ??
          'From the lock, this machine’s cache, and the last commits that changed the lock.'}
      </p>
    </section>
  );
}

/** What is in the lock now stands on the stage as a variant. */
function stageId(revision: RevisionMessage, index: number, number: number): string {
  return revision.current ? `variant:${number}` : `revision:${index}:${number}`;
}

function nameOf(revision: RevisionMessage): string {
  return revisionLabel(revision);
}

function sourceOf({ source, commit }: RevisionMessage): string {
  if (commit !== null) return `git ${commit.hash.slice(0, 8)}: ${commit.subject}`;
  return source === 'lock' ? 'known from the lock' : 'known from this machine’s cache';
}
