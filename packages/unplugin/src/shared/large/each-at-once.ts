/** Runs `work` on every item, at most `limit` at once; the first error ends it. */
export async function eachAtOnce<Item>(
  limit: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  async function takeNext(): Promise<void> {
    for (const item of left) await work(item);
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, takeNext));
}
