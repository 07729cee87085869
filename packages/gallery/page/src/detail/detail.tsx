import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type {
  AssetMessage,
  AssetSummary,
  ProblemMessage,
  ProjectMessage,
} from '../../../src/shared/messages.ts';
import { Acts } from '../acts.tsx';
import { isCopy } from '../addresses.ts';
import { ApiError } from '../api.ts';
import { Told } from '../list/banners.tsx';
import { DetailWaiting } from './detail-waiting.tsx';
import { Compare } from '../compare/compare.tsx';
import { parseSides, printSides } from '../../../src/shared/sides.ts';
import { Variants } from './variants.tsx';
import { Failure, asksForWords, isFinal } from './failure.tsx';
import { Files } from './files.tsx';
import { KIND_WORDS, STATE_WORDS, printPrice, splitName } from '../format.ts';
import { totalText } from '../../../src/shared/total-of.ts';
import { useGallery } from '../gallery.ts';
import { Balance } from '../list/header.tsx';
import { History } from './history.tsx';
import { Icon } from '../icons.tsx';
import { Imports } from './imports.tsx';
import { Keys } from '../keys.tsx';
import { Manage, OpenInEditor } from './manage.tsx';
import { Reviews } from './reviews.tsx';
import { Progress } from '../list/progress.tsx';
import { Prompt, isSaved } from './prompt.tsx';
import type { PromptEdit } from './prompt.tsx';
import { assetHref, goTo, goToChoice, gridHref, keepChoice, useRoute } from '../route.ts';
import { Stage } from '../stage/stage.tsx';
import { stageItems } from '../stage/stage-item.ts';
import { useStore } from '../store.ts';
import { useUnsaved } from '../use-unsaved.ts';

interface DetailProps {
  readonly project: ProjectMessage;
  /** The list that it was opened from: the neighbours are those of it. */
  readonly shown: readonly AssetSummary[];
  readonly name: string;
}

/** Why the asset of that name is not shown. */
interface Refused {
  readonly name: string;
  readonly problem: ProblemMessage;
}

/** The page of one asset. */
export function Detail({ project, shown, name }: DetailProps): VNode {
  const gallery = useGallery();
  const version = useStore(gallery.store, (value) => value.version);
  const [asset, setAsset] = useState<AssetMessage | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const asking = useStore(gallery.store, (value) => value.asking);
  /** The name under which the list had it: one that was just added may not be in the list yet. */
  const listed = useRef<string | null>(null);
  const isListed = project.assets.some((each) => each.name === name);
  if (isListed) listed.current = name;
  const isGone = listed.current === name && !isListed;
  // What the page asked for may rename or remove it: what is shown is read again when that is done.
  const isActedOn = asking && asset?.name === name;
  useEffect(() => {
    if (isGone || isActedOn) return undefined;
    const leaving = new AbortController();
    void load(leaving.signal);
    async function load(signal: AbortSignal): Promise<void> {
      try {
        const found = await gallery.asset(name, signal);
        if (signal.aborted) return;
        setAsset(found);
        setRefused(null);
      } catch (error) {
        if (signal.aborted || !(error instanceof ApiError)) return;
        setRefused({ name, problem: error.problem });
      }
    }
    return () => leaving.abort();
  }, [name, version, isGone, isActedOn]);
  // Before the page is seen: a key may come at once.
  useLayoutEffect(() => {
    const leave = (event: KeyboardEvent): void => {
      const isTyping =
        event.target instanceof Element &&
        event.target.matches('input, textarea, select, canvas, video');
      if (isTyping || event.altKey || event.ctrlKey || event.metaKey) return;
      if (document.querySelector('dialog[open]') !== null) return;
      const isComparing = document.querySelector('.comparison') !== null;
      if (event.key === 'Escape') {
        if (isComparing) keepChoice({ compare: '' });
        else goTo(null);
      } else if (isComparing) return;
      else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
        const to = neighbour(shown, name, event.key === 'ArrowLeft' ? -1 : 1);
        if (to !== null) goTo(to);
      }
    };
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, [shown, name]);
  // The old page of a renamed asset stays until the new one is there.
  const current = asset?.name === name && (!isGone || asking) ? asset : null;
  const problem = refused?.name === name ? refused.problem : null;
  const why = isGone ? NOT_THERE : problem;
  return (
    <>
      <DetailBar shown={shown} name={name} asset={current} isFree={project.free} />
      <main class="detail">
        {why !== null && current === null ? (
          <div class="empty">
            <h2>{why.code === '404' ? 'There is no such asset' : 'It cannot be shown'}</h2>
            <Told problem={why} />
            <a href={gridHref()}>All assets</a>
          </div>
        ) : null}
        {current !== null || why !== null ? null : (
          <DetailWaiting summary={project.assets.find((each) => each.name === name)} />
        )}
        {current === null ? null : <Body key={name} project={project} asset={current} />}
      </main>
    </>
  );
}

const NOT_THERE: ProblemMessage = {
  code: '404',
  message: 'It was removed, or it has another name now.',
  hint: null,
};

function DetailBar({
  shown,
  name,
  asset,
  isFree,
}: Pick<DetailProps, 'shown' | 'name'> & {
  readonly asset: AssetMessage | null;
  readonly isFree: boolean;
}): VNode {
  const [folder, stem] = splitName(name);
  const before = neighbour(shown, name, -1);
  const after = neighbour(shown, name, 1);
  return (
    <header class="top">
      <a class="icon-button" href={gridHref()}>
        <Icon name="back" />
        <span>All</span>
      </a>
      <h1 class="path" title={name} aria-label={name}>
        {folder === '' ? null : <span class="folder">{folder}</span>}
        <span>{stem}</span>
      </h1>
      {asset === null ? null : (
        <span class="badges">
          <span class="badge quiet">{KIND_WORDS[asset.kind]}</span>
          <span class={`badge ${asset.state}`}>{STATE_WORDS[asset.state]}</span>
          {asset.frozen ? <span class="badge quiet">Frozen</span> : null}
        </span>
      )}
      <nav class="steps" aria-label="Neighbours">
        <Step to={before} icon="back" label="Previous asset" />
        <Step to={after} icon="next" label="Next asset" />
      </nav>
      <Keys isFree={isFree} />
    </header>
  );
}

function Step({
  to,
  icon,
  label,
}: {
  readonly to: string | null;
  readonly icon: 'back' | 'next';
  readonly label: string;
}): VNode {
  if (to === null) return <span class="icon-button off" />;
  return (
    <a class="icon-button" href={assetHref(to)}>
      <Icon name={icon} />
      <span class="unseen">
        {label}: {to}
      </span>
    </a>
  );
}

function Body({
  project,
  asset,
}: {
  readonly project: ProjectMessage;
  readonly asset: AssetMessage;
}): VNode {
  const items = stageItems(asset);
  const [words, setWords] = useUnsaved<PromptEdit | null>(`words of ${asset.name}`, null, isSaved);
  const { show = '', compare = '', way } = useRoute().texts;
  const picked = items.find((each) => each.digest === asset.preview?.digest);
  const chosen = items.find((each) => each.id === show) ?? picked ?? items[0];
  const sides = parseSides(compare, items);
  const setId = (id: string): void => keepChoice({ show: id });
  const onCompare = (ids: readonly string[]): void => {
    const wanted = items.filter(({ id }) => ids.includes(id));
    goToChoice({ compare: printSides(wanted), way: '' });
  };
  if (sides.length > 0) {
    return (
      <Compare
        project={project}
        asset={asset}
        items={items}
        sides={sides}
        way={way === 'beside' ? 'beside' : 'slider'}
        onWay={(to) => keepChoice({ way: to })}
        onSides={(to) => keepChoice({ compare: to.length < 2 ? '' : printSides(to) })}
      />
    );
  }
  return (
    <>
      <div class="left">
        <Stage asset={asset} items={items} chosen={chosen} onChoose={setId} onCompare={onCompare} />
        <Variants
          project={project}
          asset={asset}
          chosen={chosen?.id ?? ''}
          onChoose={setId}
          onCompare={onCompare}
        />
      </div>
      <div class="right">
        <Acts>
          <Make project={project} asset={asset} />
        </Acts>
        {asset.standIn === null ? null : (
          <div class="condition calm inside" role="note">
            <Told problem={{ code: '', message: sentence(asset.standIn), hint: null }} />
          </div>
        )}
        {asset.problems.map((problem) => (
          <Failure
            key={problem.message}
            project={project}
            asset={asset}
            problem={problem}
            words={words}
            onWords={setWords}
          />
        ))}
        <Reviews project={project} asset={asset} />
        <Prompt
          project={project}
          asset={asset}
          words={asksForWords(asset) ? null : words}
          onTaken={() => setWords(null)}
        />
        <Files asset={asset} onShow={setId} />
        <Imports asset={asset} />
        <History project={project} asset={asset} chosen={chosen?.id ?? ''} onChoose={setId} />
        <Declared project={project} asset={asset} />
      </div>
    </>
  );
}

/** What stands between the asset and being up to date: why, the price, the button, the balance. */
function Make({
  project,
  asset,
}: {
  readonly project: ProjectMessage;
  readonly asset: AssetMessage;
}): VNode | null {
  const gallery = useGallery();
  const run = useStore(gallery.store, (value) => value.run);
  const asking = useStore(gallery.store, (value) => value.asking);
  const balance = useStore(gallery.store, (value) => value.balance);
  const progress = run?.active[asset.name];
  const { generate } = asset.prices;
  if (progress !== undefined) {
    return (
      <section class="make" aria-label="Progress">
        <Progress progress={progress} />
      </section>
    );
  }
  // An action that can only fail has its cure below, and no button.
  if (asset.state === 'ready' || asset.reason === '' || isFinal(asset)) return null;
  const refusal = project.readOnly ?? project.noService;
  return (
    <section class="make" aria-label="Make it">
      <p>{asset.reason === 'new' ? 'Not made yet.' : sentence(asset.reason)}</p>
      {asset.state === 'blocked' ? (
        <p class="hint">
          Check the account first. Then run <code>assetgen build --resubmit {asset.name}</code>: it
          may pay again.
        </p>
      ) : (
        <div class="make-row">
          <button
            type="button"
            class="primary"
            disabled={run !== null || asking || refusal !== null}
            onClick={() =>
              gallery.spend({
                title: `Generate ${asset.name}`,
                price: generate,
                action: {
                  type: 'generate',
                  asset: asset.name,
                  points: generate.max,
                  asks: asset.asks,
                },
              })
            }
          >
            {generate.max === 0 ? 'Make it' : 'Generate'}{' '}
            <span class="price">{printPrice(generate)}</span>
          </button>
          <Balance balance={balance} />
        </div>
      )}
      {refusal === null ? null : <p class="hint">{refusal.hint}</p>}
    </section>
  );
}

function Declared({
  project,
  asset,
}: {
  readonly project: ProjectMessage;
  readonly asset: AssetMessage;
}): VNode {
  const { declared, parameters, spent, inputs } = asset;
  return (
    <section>
      <div class="section-head">
        <h2>Parameters</h2>
        <Acts>
          <Manage project={project} asset={asset} />
        </Acts>
      </div>
      <dl class="parameters">
        {parameters.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <Acts>
          <div>
            <dt>declared in</dt>
            <dd>
              <OpenInEditor asset={asset} />
            </dd>
          </div>
        </Acts>
        <div>
          <dt>cost</dt>
          <dd>{totalText(spent)}</dd>
        </div>
        {inputs.length === 0 ? null : (
          <div>
            <dt>made from</dt>
            <dd>
              {inputs.map((input) => (
                <a key={input} href={assetHref(input)}>
                  {input}
                </a>
              ))}
            </dd>
          </div>
        )}
      </dl>
      {isCopy() ? null : (
        <details>
          <summary>As declared</summary>
          {declared.text === null ? (
            <p class="hint">The manifest is a module.</p>
          ) : (
            <pre tabIndex={0}>{declared.text}</pre>
          )}
        </details>
      )}
    </section>
  );
}

function neighbour(shown: readonly AssetSummary[], name: string, step: number): string | null {
  const at = shown.findIndex((asset) => asset.name === name);
  return at === -1 ? null : (shown[at + step]?.name ?? null);
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
