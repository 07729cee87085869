import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Preview } from '../../../src/shared/messages.ts';
import { contentUrl, thumbnailUrl } from '../api.ts';
import { Icon } from '../icons.tsx';
import { useLoadQueue } from './load-queue.ts';

interface PictureProps {
  readonly preview: Preview;
  /** For those who do not see it. Empty where a name stands beside it. */
  readonly alt: string;
}

/** The still picture of anything: its thumbnail, or what the browser can show without one. */
export function Picture({ preview, alt }: PictureProps): VNode {
  const { type, digest, placeholder } = preview;
  const queue = useLoadQueue();
  const [stage, setStage] = useState<'waiting' | 'loading' | 'shown' | 'none'>('waiting');
  const end = useRef<() => void>(() => undefined);
  useEffect(() => {
    setStage('waiting');
    const done = queue.ask(() => setStage('loading'));
    end.current = done;
    return done;
  }, [digest]);
  const settle = (to: 'shown' | 'none'): void => {
    end.current();
    setStage(to);
  };
  const behind =
    stage === 'shown' ? null : placeholder === undefined ? (
      <span class="skeleton" />
    ) : (
      <img class="picture placeholder" src={placeholder} alt="" />
    );
  if (stage === 'none') return <WithoutThumbnail preview={preview} alt={alt} />;
  return (
    <>
      {behind}
      {stage === 'waiting' ? null : (
        <img
          class={`picture of-${type} ${stage}`}
          src={thumbnailUrl(digest)}
          alt={alt}
          decoding="async"
          draggable={false}
          onLoad={() => settle('shown')}
          onError={() => settle('none')}
        />
      )}
    </>
  );
}

function WithoutThumbnail({ preview: { type, digest }, alt }: PictureProps): VNode {
  if (type === 'image') {
    return (
      <img class="picture of-image shown" src={contentUrl(digest)} alt={alt} decoding="async" />
    );
  }
  if (type === 'video') {
    return (
      <video
        class="picture of-video shown"
        src={contentUrl(digest)}
        preload="metadata"
        muted
        aria-label={alt}
      />
    );
  }
  return (
    <span class="no-picture" role="img" aria-label={alt === '' ? 'no picture yet' : alt}>
      <Icon name="model" />
    </span>
  );
}
