import type { VNode } from 'preact';
import type { ProgressMessage } from '../../../src/shared/messages.ts';

/** What an asset does now, with a bar. */
export function Progress({ progress }: { readonly progress: ProgressMessage }): VNode {
  const { text, percent } = progress;
  return (
    <span class="progress">
      <span class="progress-text">
        {text}
        {percent === null ? '' : ` ${percent} %`}
      </span>
      {percent === null ? (
        <progress class="bar" aria-label={text} />
      ) : (
        <progress class="bar" max={100} value={percent} aria-label={text} />
      )}
    </span>
  );
}
