/** What the journal knows of a purchase: the `ordinal`-th of a recipe. */
export type JournalState =
  | { readonly status: 'none' }
  | {
      readonly status: 'accepted';
      readonly uuids: readonly string[];
      readonly points: number | null;
    }
  | {
      readonly status: 'ambiguous';
      readonly asset: string;
      /** What looks like ids of paid jobs in the answer. */
      readonly ids: readonly string[];
      /** No submission is known: what stood at this place cannot be read any more. */
      readonly damaged?: string;
    };
