/** How many files are read or written side by side: a disk, and the threads of Node, take several. */
const AT_ONCE = 8;

/** Does the same for each, some of them side by side; the results are in the order of the items. */
export async function sideBySide<T, R>(
  items: Iterable<T>,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const rest = [...items].entries();
  const each = async (): Promise<void> => {
    for (const [index, item] of rest) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, each));
  return results;
}
