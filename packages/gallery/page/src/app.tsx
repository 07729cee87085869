import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { ProjectMessage } from '../../src/shared/messages.ts';
import { Acts } from './acts.tsx';
import { AddAsset } from './add-asset.tsx';
import { isCopy } from './addresses.ts';
import { Ask } from './ask.tsx';
import { BulkBar } from './list/bulk-bar.tsx';
import { Condition, Notices, RunBar } from './list/banners.tsx';
import { ALL, choose } from './list/choose.ts';
import { Detail } from './detail/detail.tsx';
import { Filters } from './list/filters.tsx';
import { useGallery } from './gallery.ts';
import { Grid } from './list/grid.tsx';
import { Header } from './list/header.tsx';
import { useSelectionInAddress } from './selection-in-address.ts';
import { choiceOf, keepChoice, useRoute } from './route.ts';
import { useStore } from './store.ts';

export function App(): VNode {
  const gallery = useGallery();
  const project = useStore(gallery.store, (value) => value.project);
  // Before the page is seen: a key may come at once.
  useLayoutEffect(() => {
    if (isCopy()) return undefined;
    const take = (event: KeyboardEvent): void => {
      if (event.altKey || !(event.ctrlKey || event.metaKey) || isTyping(event)) return;
      const key = event.key.toLowerCase();
      const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
      if (!isRedo && key !== 'z') return;
      event.preventDefault();
      void gallery.act(isRedo ? { type: 'redo' } : { type: 'undo', change: null });
    };
    addEventListener('keydown', take);
    return () => removeEventListener('keydown', take);
  }, []);
  return (
    <>
      <Condition />
      {project === null ? <Waiting /> : <Project project={project} />}
      <Place />
      <RunBar />
      <Ask />
      <Notices />
    </>
  );
}

/** No browser announces a page that comes without a request: its name is read out. */
function Place(): VNode {
  const { asset } = useRoute();
  return (
    <p class="unseen" role="status" aria-label="Page">
      {asset ?? 'All assets'}
    </p>
  );
}

/** Whoever types takes back letters. */
function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof Element && target.matches('input:not([type=checkbox]), textarea, select')
  );
}

function Waiting(): VNode {
  const { store } = useGallery();
  const broken = useStore(store, (value) => value.broken);
  const online = useStore(store, (value) => value.online);
  return (
    <main class="waiting">
      <h1 class="unseen">assetgen gallery</h1>
      {broken === null && online ? <p role="status">Reading the project…</p> : null}
    </main>
  );
}

function Project({ project }: { readonly project: ProjectMessage }): VNode {
  const { asset: name, texts } = useRoute();
  const address = JSON.stringify(texts);
  const choice = useMemo(() => choiceOf(texts), [address]);
  const shown = useMemo(() => choose(project.assets, choice), [project.assets, choice]);
  const scroll = useRef(0);
  const title = name === null ? project.title : `${name} · ${project.title}`;
  useEffect(() => {
    document.title = `${title} · assetgen gallery`;
  }, [title]);
  useSelectionInAddress(useGallery(), texts['selected'] ?? '', shown);

  // The grid is found again where it was left.
  useEffect(() => {
    if (name !== null) return undefined;
    const keep = (): void => void (scroll.current = scrollY);
    addEventListener('scroll', keep, { passive: true });
    return () => removeEventListener('scroll', keep);
  }, [name]);
  useLayoutEffect(() => scrollTo(0, name === null ? scroll.current : 0), [name]);

  if (name !== null) return <Detail project={project} shown={shown} name={name} />;
  return (
    <>
      <Header project={project} />
      <main>
        {project.assets.length === 0 ? (
          <Empty
            title="No assets yet"
            text="Add the first one here, or declare it in assets.gen.json; it appears as soon as the file is saved."
          >
            <>
              {project.readOnly === null ? (
                <Acts>
                  <AddAsset label="Add the first one" />
                </Acts>
              ) : null}
              <pre>{EXAMPLE}</pre>
            </>
          </Empty>
        ) : (
          <>
            <Filters
              assets={project.assets}
              choice={choice}
              shown={shown.length}
              free={project.free}
              onChoose={(change) => {
                scrollTo(0, 0);
                keepChoice({ ...choice, ...change });
              }}
            />
            {shown.length === 0 ? (
              <Empty title="Nothing matches" text="No asset has all of these words and filters.">
                <button type="button" onClick={() => keepChoice({ ...ALL })}>
                  Show all {project.assets.length}
                </button>
              </Empty>
            ) : (
              <Grid assets={shown} />
            )}
          </>
        )}
      </main>
      <BulkBar project={project} shown={shown} />
    </>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly text: string;
  readonly children: VNode;
}

function Empty({ title, text, children }: EmptyProps): VNode {
  return (
    <div class="empty">
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}

const EXAMPLE = `{
  "assets": {
    "props/dragon": {
      "kind": "model",
      "prompt": "a small red dragon, game ready"
    }
  }
}`;
