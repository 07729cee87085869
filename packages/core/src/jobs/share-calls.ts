/** One call for one operation in this process; others with the same id share its outcome. */
export type ShareCalls = <T>(id: string, work: () => Promise<T>) => Promise<T>;

export function shareCalls(): ShareCalls {
  const underWay = new Map<string, Promise<unknown>>();
  return function shared<T>(id: string, work: () => Promise<T>): Promise<T> {
    const known = underWay.get(id) as Promise<T> | undefined;
    if (known !== undefined) {
      return known;
    }
    const made = work().finally(() => underWay.delete(id));
    underWay.set(id, made);
    return made;
  };
}
