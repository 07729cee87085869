import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { thumbnailUrl } from '../api.ts';

interface PosterProps {
  readonly digest: string;
  /** A data URL of a very small picture. */
  readonly placeholder?: string | undefined;
}

/**
 * Stands on a stage until the real thing does: the thumbnail, which the grid has loaded already; until then
 * its placeholder, or a tile that shows that something comes.
 */
export function Poster({ digest, placeholder }: PosterProps): VNode {
  const [shown, setShown] = useState('');
  const isShown = shown === digest;
  return (
    <>
      {isShown ? null : placeholder === undefined ? (
        <span class="skeleton" />
      ) : (
        <img class="placeholder" src={placeholder} alt="" />
      )}
      <img
        key={digest}
        class={isShown ? 'poster shown' : 'poster'}
        src={thumbnailUrl(digest)}
        alt=""
        fetchPriority="high"
        decoding="sync"
        draggable={false}
        onLoad={() => setShown(digest)}
      />
    </>
  );
}
