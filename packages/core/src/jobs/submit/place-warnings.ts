import { lackOf, reasonOf } from './place-errors.ts';

/** How messages speak of a place, and to whom. */
export interface ToldPlace {
  /** Where the place cannot be reached, a create may go out without it. */
  readonly mayBuyAlone: boolean;
  /** The place as messages show it. */
  readonly label: string;
  readonly warn: (code: string, message: string) => void;
}

/** What a person hears of a place that is away; each once. */
export interface PlaceWarnings {
  /** It is waited for. */
  wait(why: unknown, leftMs: number): void;
  /** It was given up. */
  end(why: unknown): void;
}

export function placeWarnings({ label, mayBuyAlone, warn }: ToldPlace): PlaceWarnings {
  let isWaitTold = false;
  let isEndTold = false;
  return {
    wait(why, leftMs) {
      if (isWaitTold) return;
      isWaitTold = true;
      const end = mayBuyAlone
        ? 'Then this machine buys without it, and pays again for anything that another machine buys meanwhile'
        : 'Then nothing is bought';
      warn(
        'ASSETGEN_LEASE',
        `shared cache ${label} cannot be ${lackOf(why)} (${reasonOf(why)}); waiting for it, ${Math.ceil(leftMs / 1000)} s more at most. ${end}`,
      );
    },
    end(why) {
      if (isEndTold || !mayBuyAlone) return;
      isEndTold = true;
      warn(
        'ASSETGEN_LEASE',
        `shared cache ${label} cannot be ${lackOf(why)} (${reasonOf(why)}): this machine buys without checking for purchases by others`,
      );
    },
  };
}
