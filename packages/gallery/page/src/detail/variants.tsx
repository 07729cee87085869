import type { VNode } from 'preact';
import type {
  AssetMessage,
  Price,
  ProjectMessage,
  VariantMessage,
} from '../../../src/shared/messages.ts';
import { Acts } from '../acts.tsx';
import { MOST_SIDES } from '../../../src/shared/sides.ts';
import { printBytes, printPrice } from '../format.ts';
import { useGallery } from '../gallery.ts';
import { Balance } from '../list/header.tsx';
import { Icon } from '../icons.tsx';
import { Picture } from '../list/picture.tsx';
import { useStore } from '../store.ts';

interface VariantsProps {
  readonly project: ProjectMessage;
  readonly asset: AssetMessage;
  /** What the stage shows. */
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  /** Puts them beside each other. */
  readonly onCompare: (ids: readonly string[]) => void;
}

/** All variants side by side: look, pick one, ask again, ask for one more. */
export function Variants(props: VariantsProps): VNode | null {
  const { project, asset, chosen, onChoose, onCompare } = props;
  const gallery = useGallery();
  const run = useStore(gallery.store, (value) => value.run);
  const asking = useStore(gallery.store, (value) => value.asking);
  const balance = useStore(gallery.store, (value) => value.balance);
  const { variants, kind, prices, name, asks } = asset;
  const isBatch = kind === 'chibi';
  const isDraft = variants.some(({ preview }) => preview?.draft === true);
  // Where something is to be bought anyway, there is one button for it, and it is not here.
  const isSettled = !isDraft && prices.generate.max === 0;
  const reroll = isSettled ? prices.reroll : null;
  const another = isSettled ? prices.another : null;
  const busy = run !== null || asking || project.readOnly !== null;
  const buys = busy || project.noService !== null;
  const comparable = variants.flatMap(({ number, preview }) =>
    preview === null ? [] : [`variant:${number}`],
  );
  if (variants.length === 0) return null;
  return (
    <section class="variant-choice" aria-label={isBatch ? 'Figures' : 'Variants'}>
      <div class="section-head">
        <div class="make-row">
          <h2>{isBatch ? 'Figures' : 'Variants'}</h2>
          {comparable.length < 2 ? null : (
            <button
              type="button"
              class="quiet"
              onClick={() => onCompare(comparable.slice(0, MOST_SIDES))}
            >
              Compare
            </button>
          )}
        </div>
        <Acts>
          <div class="make-row">
            {reroll === null ? null : <Balance balance={balance} />}
            {reroll === null ? null : (
              <Buy
                word="Reroll"
                price={reroll}
                disabled={buys}
                title={`Ask again for the same prompt: revision ${asset.revision + 1}`}
                onClick={(points) =>
                  gallery.spend({
                    title: `Reroll ${name}`,
                    price: reroll,
                    action: { type: 'reroll', asset: name, points, asks },
                  })
                }
              />
            )}
            {another === null ? null : (
              <Buy
                word="One more"
                price={another}
                disabled={buys}
                title="One more variant beside these"
                onClick={(points) =>
                  gallery.spend({
                    title: `One more variant of ${name}`,
                    price: another,
                    action: { type: 'another', asset: name, points, asks },
                  })
                }
              />
            )}
          </div>
        </Acts>
      </div>
      <ul class="variants">
        {variants.map((variant) => (
          <Variant
            key={variant.number}
            variant={variant}
            label={
              isBatch ? (asset.members[variant.number - 1] ?? '') : `Variant ${variant.number}`
            }
            isShown={chosen === `variant:${variant.number}`}
            pick={isBatch || isDraft || variants.length < 2 ? null : prices.pick}
            busy={busy}
            onShow={() => onChoose(`variant:${variant.number}`)}
            onPick={() =>
              gallery.spend({
                title: `Use variant ${variant.number} of ${name}`,
                price: prices.pick,
                action: {
                  type: 'pick',
                  asset: name,
                  pick: variant.number,
                  points: prices.pick.max,
                  asks,
                },
              })
            }
          />
        ))}
      </ul>
    </section>
  );
}

interface BuyProps {
  readonly word: string;
  readonly price: Price;
  readonly disabled: boolean;
  readonly title: string;
  readonly onClick: (points: number | null) => void;
}

function Buy({ word, price, disabled, title, onClick }: BuyProps): VNode {
  return (
    <button type="button" disabled={disabled} title={title} onClick={() => onClick(price.max)}>
      {word} <span class="price">{printPrice(price)}</span>
    </button>
  );
}

interface VariantProps {
  readonly variant: VariantMessage;
  readonly label: string;
  readonly isShown: boolean;
  /** What picking it costs; null where there is nothing to pick. */
  readonly pick: Price | null;
  readonly busy: boolean;
  readonly onShow: () => void;
  readonly onPick: () => void;
}

function Variant({ variant, label, isShown, pick, busy, onShow, onPick }: VariantProps): VNode {
  const { preview, picked, status, bytes } = variant;
  return (
    <li class={picked ? 'variant picked' : 'variant'}>
      <button
        type="button"
        class="variant-picture"
        aria-pressed={isShown}
        disabled={preview === null}
        onClick={onShow}
      >
        {preview === null ? (
          <span class="no-picture">{status === 'failed' ? 'Failed' : 'Not on this machine'}</span>
        ) : (
          <Picture preview={preview} alt="" />
        )}
        <span class="unseen">Look at {label}</span>
      </button>
      <div class="variant-line">
        <span>{label}</span>
        <span class="figure">{bytes === null ? '' : printBytes(bytes)}</span>
      </div>
      {pick === null ? null : picked ? (
        <span class="picked-mark">
          <Icon name="check" /> In use
        </span>
      ) : (
        <Acts>
          <button type="button" disabled={busy || status === 'failed'} onClick={onPick}>
            Use this<span class="unseen">: {label}</span>{' '}
            {pick.max === 0 ? null : (
              <span class="price">up to {printPrice({ min: pick.max ?? 0, max: pick.max })}</span>
            )}
          </button>
        </Acts>
      )}
    </li>
  );
}
