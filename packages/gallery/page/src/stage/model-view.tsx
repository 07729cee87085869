import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { contentUrl, modelUrl } from '../api.ts';
import type { CameraLink, LinkedCamera } from '../../../src/shared/camera-link.ts';
import type { Look } from '../look.ts';
import { PLAIN } from '../look.ts';
import { Poster } from '../list/poster.tsx';
import type { ColliderFile } from './stage-item.ts';
import type { ModelFacts, Viewer } from '../viewer/viewer.ts';

export interface ModelViewProps {
  readonly digest: string;
  readonly label: string;
  readonly look?: Look;
  /** The collider of the model. */
  readonly collider?: ColliderFile | null;
  /** In a card: turns by itself, lets the wheel scroll the page, and has a picture below it already. */
  readonly small?: boolean;
  /** Turned together with others. */
  readonly link?: CameraLink | undefined;
  readonly onFacts?: (facts: ModelFacts) => void;
  /** The viewer once its model stands on the stage; null: not yet, or no longer. */
  readonly onViewer?: (viewer: Viewer | null) => void;
}

/** A model to turn. The viewer loads with the first one; until the model is there, its thumbnail stands. */
export function ModelView(props: ModelViewProps): VNode {
  const { digest, label, look = PLAIN, small = false, link, onFacts, onViewer } = props;
  const { collider = null } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const viewer = useRef<Viewer | null>(null);
  const linked = useRef<LinkedCamera | null>(null);
  const [state, setState] = useState<string | null>('Loading');
  const [isStanding, setStanding] = useState(false);
  /** What the viewer is to show now, for whoever waited meanwhile. */
  const wanted = useRef({ look, overlay: '' });
  wanted.current = { look, overlay: look.bounds ? (collider?.digest ?? 'box') : '' };

  useEffect(() => {
    let gone = false;
    const target = canvas.current;
    if (target === null) return undefined;
    void open(target).catch(() => {
      if (!gone) setState('3D cannot be shown in this browser');
    });
    async function open(element: HTMLCanvasElement): Promise<void> {
      const loaded = await import('../viewer/viewer.ts').catch(() => null);
      if (gone) return;
      // The server may have that of another version by now.
      if (loaded === null) return setState('The viewer did not load: reload this page');
      const { createViewer } = loaded;
      const onMove: LinkedCamera['moved'] = (view) => linked.current?.moved(view);
      viewer.current = createViewer(element, { small, still: link !== undefined, onMove });
      await show();
    }
    return () => {
      gone = true;
      onViewer?.(null);
      viewer.current?.dispose();
      viewer.current = null;
    };
  }, []);

  useEffect(() => {
    if (link === undefined || !isStanding) return undefined;
    const joined = link.join((view) => viewer.current?.setView(view));
    linked.current = joined;
    return () => {
      linked.current = null;
      joined.leave();
    };
  }, [link, isStanding]);

  async function show(): Promise<void> {
    const current = viewer.current;
    if (current === null) return;
    setState('Loading');
    try {
      const facts = await current.show(modelUrl(digest), (part) =>
        setState(`Loading ${Math.round(part * 100)} %`),
      );
      if (facts === null) return;
      current.setLook(wanted.current.look);
      void layOver();
      onFacts?.(facts);
      onViewer?.(current);
      setState(null);
      setStanding(true);
    } catch {
      setState('This model cannot be read');
    }
  }

  async function layOver(): Promise<void> {
    const current = viewer.current;
    const { overlay } = wanted.current;
    if (overlay === '' || current === null) return current?.setOverlay(null);
    // An unreadable model is not drawn: its box is.
    const shape = collider === null ? null : await shapeOf(current, collider).catch(() => null);
    // It may have been switched off, or another model asked for, meanwhile.
    if (viewer.current === current && wanted.current.overlay === overlay) {
      current.setOverlay({ collider: shape });
    }
  }

  useEffect(() => void show(), [digest]);
  useEffect(() => void layOver(), [look.bounds, collider?.digest]);
  useEffect(() => viewer.current?.setLook(look), [look]);

  return (
    <div class={`model-view ${state === null ? 'shown' : ''}`} data-background={look.background}>
      {small || isStanding ? null : <Poster digest={digest} />}
      <canvas
        ref={canvas}
        role="img"
        aria-label={small ? label : `${label}. Arrow keys turn it, plus and minus zoom.`}
        tabIndex={small ? -1 : 0}
        onKeyDown={(event) => {
          if (viewer.current?.turn(event.key) === true) event.preventDefault();
        }}
      />
      {state === null || small ? null : <p class="stage-note">{state}</p>}
    </div>
  );
}

/** A collider's numbers, or its meshes. */
async function shapeOf(viewer: Viewer, { digest, format }: ColliderFile): Promise<unknown> {
  if (format === 'glb') return viewer.read(modelUrl(digest));
  const response = await fetch(contentUrl(digest));
  if (!response.ok) throw new Error(response.statusText);
  return response.json();
}
