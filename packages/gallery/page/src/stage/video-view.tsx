import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { contentUrl } from '../api.ts';
import type { VideoLink } from '../compare/video-link.ts';
import type { StageItem } from './stage-item.ts';

interface VideoViewProps {
  readonly item: StageItem;
  readonly label: string;
  /** Plays together with others. @default null: by itself */
  readonly link?: VideoLink | null;
}

export function VideoView({ item, label, link = null }: VideoViewProps): VNode {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (link === null || video.current === null) return undefined;
    return link.join(video.current);
  }, [link, item.digest]);
  return (
    <video
      ref={video}
      key={item.digest}
      src={contentUrl(item.digest)}
      controls
      loop
      muted
      playsInline
      aria-label={label}
    />
  );
}
