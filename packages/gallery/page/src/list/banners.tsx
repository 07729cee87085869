import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ChangeMessage, ProblemMessage, RunMessage } from '../../../src/shared/messages.ts';
import { spentText } from '../../../src/shared/total-of.ts';
import { CopyNote } from '../detail/copy-note.tsx';
import { Icon } from '../icons.tsx';
import { useGallery } from '../gallery.ts';
import { useStore } from '../store.ts';

/** A run under way, for whoever looks at anything. */
export function RunBar(): VNode {
  const gallery = useGallery();
  const run = useStore(gallery.store, (value) => value.run);
  const names = Object.keys(run?.active ?? {});
  const isRunning = run !== null;
  /** A run ends once the service has answered what it was asked: that may take a while. */
  const [isStopping, setStopping] = useState(false);
  useEffect(() => setStopping(false), [isRunning]);
  const work = run === null ? '' : isStopping ? 'Stopping' : workOf(run);

  async function stop(): Promise<void> {
    setStopping(true);
    if (!(await gallery.act({ type: 'stop' }))) setStopping(false);
  }

  return (
    <>
      {/* Begin and end are announced, the end by a message: the steps of hundreds would leave no room for other words. */}
      <span class="unseen" role="status">
        {work}
      </span>
      <div class="run-bar" hidden={run === null}>
        {run === null ? null : (
          <>
            <progress
              class="bar"
              aria-label="The build"
              {...(run.pending === 0 ? {} : { max: run.pending, value: run.done })}
            />
            <span>
              {work}: {run.done} of {run.pending}
              {run.spent.known + run.spent.untold > 0 ? `, ${spentText(run.spent)}` : ''}
            </span>
            <span class="run-names">{names.slice(0, 3).join(', ')}</span>
            {run.by === 'page' ? (
              <button type="button" class="quiet" onClick={() => void stop()}>
                Stop
              </button>
            ) : null}
          </>
        )}
      </div>
    </>
  );
}

function workOf({ mode }: RunMessage): string {
  return mode === 'draft' ? 'Making drafts' : 'Building';
}

/** What went wrong or well, until it is closed. */
export function Notices(): VNode {
  const gallery = useGallery();
  const notices = useStore(gallery.store, (value) => value.notices);
  return (
    <div class="notices" role="log" aria-label="Messages">
      {notices.map((notice) => (
        <div key={notice.id} class={`notice ${notice.tone}`}>
          <Icon name={notice.tone === 'done' ? 'check' : 'alert'} />
          <Told problem={notice.problem} />
          {notice.change === undefined ? null : <TakeBack change={notice.change} />}
          <button type="button" class="icon-button" onClick={() => gallery.close(notice)}>
            <Icon name="close" />
            <span class="unseen">Close</span>
          </button>
        </div>
      ))}
    </div>
  );
}

/** Why a form was not taken; nothing where it was. */
export function FormProblem({
  problem,
}: {
  readonly problem: ProblemMessage | null;
}): VNode | null {
  if (problem === null) return null;
  return (
    <div class="condition inside" role="alert">
      <Icon name="alert" />
      <Told problem={problem} />
    </div>
  );
}

/** Takes back what the notice tells. */
function TakeBack({ change }: { readonly change: ChangeMessage }): VNode {
  const gallery = useGallery();
  const asking = useStore(gallery.store, (value) => value.asking);
  const isUndo = change.what === 'undo';
  return (
    <button
      type="button"
      class="quiet"
      disabled={asking}
      onClick={() =>
        void gallery.act(
          isUndo
            ? { type: 'redo' }
            : { type: 'undo', change: change.what === 'change' ? change.id : null },
        )
      }
    >
      {isUndo ? 'Redo' : 'Undo'}
    </button>
  );
}

export function Told({ problem }: { readonly problem: ProblemMessage }): VNode {
  return (
    <div class="told">
      <p>{problem.message}</p>
      {problem.hint === null ? null : <p class="hint">{problem.hint}</p>}
      {problem.code.startsWith('ASSETGEN_') ? <code>{problem.code}</code> : null}
    </div>
  );
}

/** The server is gone, or the manifest is broken: what stands below may be old. */
export function Condition(): VNode | null {
  const { store } = useGallery();
  const online = useStore(store, (value) => value.online);
  const broken = useStore(store, (value) => value.broken);
  const project = useStore(store, (value) => value.project);
  if (!online) {
    return (
      <div class="condition" role="alert">
        <Icon name="alert" />
        <div class="told">
          <p>The server does not answer. This page may be out of date.</p>
          <p class="hint">
            Start <code>assetgen ui</code> or your dev server again; this page connects by itself.
          </p>
        </div>
      </div>
    );
  }
  if (broken !== null) {
    return (
      <div class="condition" role="alert">
        <Icon name="alert" />
        <Told problem={broken} />
      </div>
    );
  }
  if (project?.copy != null) return <CopyNote copy={project.copy} />;
  if (project?.readOnly != null) {
    return (
      <div class="condition calm" role="note">
        <div class="told">
          <p>{project.readOnly.why}</p>
          <p class="hint">{project.readOnly.hint}</p>
        </div>
      </div>
    );
  }
  return null;
}
