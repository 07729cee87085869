import type { VNode } from 'preact';
import type { CopyMessage } from '../../../src/shared/messages.ts';

/** Says once, at the top, that the page is a copy, and of when. */
export function CopyNote({ copy }: { readonly copy: CopyMessage }): VNode {
  const { at, summary, removed } = copy;
  return (
    <aside class="condition calm" aria-label="About this copy">
      <div class="told">
        <p>
          A copy of <time dateTime={at}>{at.slice(0, 10)}</time>: {summary}
        </p>
        <p class="hint">
          {removed.length === 0 ? '' : `Removed: ${removed.join(', ')}. `}
          Nothing can be changed here. <code>assetgen ui</code> in the project does more.
        </p>
      </div>
    </aside>
  );
}
