/** Tasks that are under way. */
export interface Crew {
  /**
   * Ends when one more task could begin.
   * @throws whatever the first task to fail threw
   */
  hasRoom(): Promise<void>;
  /**
   * Ends with the last task.
   * @throws whatever the first task to fail threw
   */
  isDone(): Promise<void>;
  /** @param isFree whether it could begin at once; one that waits for others takes no room */
  add(task: Promise<void>, isFree: boolean): void;
}

/**
 * Holds back tasks that could begin beyond `most`: of ten thousand, each that waits for its turn costs memory.
 * @param most tasks that could begin at once
 */
export function createCrew(most: number): Crew {
  const failures: unknown[] = [];
  let left = 0;
  let free = 0;
  let tell = (): void => {};
  async function until(isSo: () => boolean): Promise<void> {
    while (failures.length === 0 && !isSo()) {
      await new Promise<void>((resolve) => {
        tell = resolve;
      });
    }
    if (failures.length > 0) throw failures[0];
  }
  async function follow(task: Promise<void>, isFree: boolean): Promise<void> {
    left += 1;
    if (isFree) free += 1;
    try {
      await task;
    } catch (error) {
      failures.push(error);
    }
    left -= 1;
    if (isFree) free -= 1;
    tell();
  }
  return {
    hasRoom: () => until(() => free < most),
    isDone: () => until(() => left === 0),
    add: (task, isFree) => void follow(task, isFree),
  };
}
