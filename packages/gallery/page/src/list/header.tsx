import type { VNode } from 'preact';
import type { BalanceMessage, ProjectMessage } from '../../../src/shared/messages.ts';
import { Acts } from '../acts.tsx';
import { AddAsset } from '../add-asset.tsx';
import { printPoints, printPrice } from '../format.ts';
import { useGallery } from '../gallery.ts';
import { Keys } from '../keys.tsx';
import { useStore } from '../store.ts';

/** The project, what is left at the service, and what making everything up to date costs. */
export function Header({ project }: { readonly project: ProjectMessage }): VNode {
  const gallery = useGallery();
  const balance = useStore(gallery.store, (value) => value.balance);
  const run = useStore(gallery.store, (value) => value.run);
  const asking = useStore(gallery.store, (value) => value.asking);
  const { assets, price, asks, readOnly, noService } = project;
  const pending = assets.filter(({ reason, state }) => reason !== '' && state !== 'blocked').length;
  const drafts = assets.filter(({ preview }) => preview?.draft === true).length;
  const missing = assets.filter(({ preview }) => preview === null).length;
  const busy = run !== null || asking;
  const refusal = readOnly ?? noService;
  return (
    <header class="top">
      <a class="title" href="#/">
        <Mark />
        <h1>{project.title}</h1>
      </a>
      <Keys isFree={project.free} />
      {readOnly !== null || assets.length === 0 ? null : (
        <Acts>
          <AddAsset label="Add" />
        </Acts>
      )}
      <div class="money">
        <Balance balance={balance} />
        {pending === 0 || readOnly !== null ? null : (
          <>
            {noService !== null && missing + drafts > 0 && missing > 0 ? (
              <button
                type="button"
                disabled={busy}
                onClick={() => void gallery.act({ type: 'draft' })}
              >
                Make free drafts
              </button>
            ) : null}
            <button
              type="button"
              class="primary"
              disabled={busy || refusal !== null}
              title={refusal?.hint}
              onClick={() =>
                gallery.spend({
                  title: `Make all ${pending}`,
                  price,
                  action: { type: 'generate', asset: null, points: price.max, asks },
                })
              }
            >
              Make all {pending} <span class="price">{printPrice(price)}</span>
            </button>
          </>
        )}
      </div>
    </header>
  );
}

export function Balance({ balance }: { readonly balance: BalanceMessage | null }): VNode | null {
  if (balance === null) return null;
  const text = balance.points === null ? balance.note : printPoints(balance.points);
  return (
    <span class="balance" title={balance.points === null ? '' : 'Left at the service'}>
      <span class="unseen">Balance: </span>
      {text}
    </span>
  );
}

function Mark(): VNode {
  return (
    <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 2 3.500 6.800v9.900L12 21.700l8.500-5V6.800Z" />
      <path class="inner" d="m12 7.500 4 2.300v4.600l-4 2.300-4-2.300V9.800Z" />
    </svg>
  );
}
