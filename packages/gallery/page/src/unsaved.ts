/**
 * What somebody typed and has not saved, by its field. It outlives the field: a page is left by a key, an asset is gone
 * with another branch of git and comes back, a build ends below a note.
 */
export interface Unsaved {
  has(key: string): boolean;
  get(key: string): unknown;
  set(key: string, value: unknown): void;
  delete(key: string): void;
  /** What was typed about an asset is about it under its new name. */
  rename(from: string, to: string): void;
}

/** While it holds anything, the browser asks before it closes the page. */
export function createUnsaved(): Unsaved {
  const values = new Map<string, unknown>();
  addEventListener('beforeunload', (event) => {
    if (values.size > 0) event.preventDefault();
  });
  return {
    has: (key) => values.has(key),
    get: (key) => values.get(key),
    set: (key, value) => void values.set(key, value),
    delete: (key) => void values.delete(key),
    rename(from, to) {
      for (const [key, value] of values) {
        if (!key.endsWith(` ${from}`)) continue;
        values.delete(key);
        values.set(key.slice(0, -from.length) + to, value);
      }
    },
  };
}
