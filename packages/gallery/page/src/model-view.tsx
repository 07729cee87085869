import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { contentUrl, modelUrl } from './api.ts';
import type { ColliderFile } from './stage-item.ts';
import type { ModelFacts, Viewer } from './viewer.ts';

export interface ModelViewProps {
  readonly digest: string;
  readonly label: string;
  readonly wireframe?: boolean;
  /** Whether its bounds are shown, and the collider. */
  readonly overlay?: boolean;
  /** The collider of the model. */
  readonly collider?: ColliderFile | null;
  /** In a card: turns by itself, and lets the wheel scroll the page. */
  readonly small?: boolean;
  readonly onFacts?: (facts: ModelFacts) => void;
}

/** A model to turn. The viewer loads with the first one. */
export function ModelView(props: ModelViewProps): VNode {
  const { digest, label, wireframe = false, small = false, onFacts } = props;
  const { overlay = false, collider = null } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const viewer = useRef<Viewer | null>(null);
  const [state, setState] = useState<string | null>('Loading');
  /** The digest of the collider that is to be shown now; null: the box alone; undefined: not that either. */
  const asked = useRef<string | null | undefined>(undefined);

  useEffect(() => {
    let gone = false;
    const target = canvas.current;
    if (target === null) return undefined;
    void open(target).then(
      () => undefined,
      () => {
        if (!gone) setState('3D cannot be shown in this browser');
      },
    );
    async function open(element: HTMLCanvasElement): Promise<void> {
      const { createViewer } = await import('./viewer.ts');
      if (gone) return;
      viewer.current = createViewer(element, { small });
      await show();
    }
    return () => {
      gone = true;
      viewer.current?.dispose();
      viewer.current = null;
    };
  }, []);

  async function show(): Promise<void> {
    const current = viewer.current;
    if (current === null) return;
    setState('Loading');
    try {
      const facts = await current.show(modelUrl(digest), (part) =>
        setState(`Loading ${Math.round(part * 100)} %`),
      );
      if (facts === null) return;
      current.setWireframe(wireframe);
      void layOver();
      onFacts?.(facts);
      setState(null);
    } catch {
      setState('This model cannot be read');
    }
  }

  async function layOver(): Promise<void> {
    const current = viewer.current;
    if (!overlay || current === null) return current?.setOverlay(null);
    // What cannot be read is not drawn: the box is.
    const shape = collider === null ? null : await shapeOf(current, collider).catch(() => null);
    // It may have been switched off, or another model asked for, meanwhile.
    if (viewer.current === current && asked.current === (collider?.digest ?? null)) {
      current.setOverlay({ collider: shape });
    }
  }

  useEffect(() => void show(), [digest]);
  useEffect(() => {
    asked.current = overlay ? (collider?.digest ?? null) : undefined;
    void layOver();
  }, [overlay, collider?.digest]);
  useEffect(() => viewer.current?.setWireframe(wireframe), [wireframe]);

  return (
    <div class={`model-view ${state === null ? 'shown' : ''}`}>
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
