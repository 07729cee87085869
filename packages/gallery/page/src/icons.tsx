import type { VNode } from 'preact';
import type { Kind } from '../../src/shared/messages.ts';

/** Strokes of 24 px; all of one width, so that they look like one family. */
const PATHS = {
  model: 'M12 3 4 7.5v9L12 21l8-4.5v-9L12 3ZM4 7.5l8 4.5 8-4.5M12 12v9',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.01',
  video: 'M4 6h11v12H4zM15 10.5l5-3v9l-5-3',
  chibi: 'M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM5 21c.6-4.4 3-7 7-7s6.400 2.600 7 7',
  add: 'M12 5v14M5 12h14',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM20 20l-4-4',
  back: 'M14 6l-6 6 6 6',
  next: 'M10 6l6 6-6 6',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  alert: 'M12 8v5M12 16.500h.01M12 3 2.500 20h19L12 3Z',
  download: 'M12 4v11M7 10.500l5 5 5-5M5 20h14',
  edit: 'M4 20l1-4L16.500 4.500l3 3L8 19l-4 1Z',
} as const;

export type IconName = keyof typeof PATHS;

/** A picture that says nothing a word beside it does not say. */
export function Icon({ name }: { readonly name: IconName }): VNode {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

export function KindIcon({ kind }: { readonly kind: Kind }): VNode {
  return <Icon name={kind} />;
}
