import type { VNode } from 'preact';
import type { AssetSummary } from '../../../src/shared/messages.ts';
import { Poster } from '../list/poster.tsx';

/** The page of an asset until the server told all of it: what the list knows is there at once. */
export function DetailWaiting({ summary }: { readonly summary: AssetSummary | undefined }): VNode {
  const preview = summary?.preview ?? null;
  const { width, height } = preview ?? {};
  const isModel = preview === null || preview.type === 'model';
  const shape = width === undefined || height === undefined ? '16 / 9' : `${width} / ${height}`;
  return (
    <>
      <div class="left">
        <div
          class={`stage of-${preview?.type ?? 'model'}`}
          style={{ aspectRatio: isModel ? 'auto' : shape }}
        >
          {preview === null ? (
            <span class="skeleton" />
          ) : (
            <Poster digest={preview.digest} placeholder={preview.placeholder} />
          )}
        </div>
      </div>
      <div class="right" role="status">
        <span class="unseen">Reading the asset…</span>
        {summary === undefined || summary.prompt === '' ? (
          <span class="skeleton line" />
        ) : (
          <p class="prompt-text">{summary.prompt}</p>
        )}
        <span class="skeleton line" />
        <span class="skeleton line short" />
      </div>
    </>
  );
}
