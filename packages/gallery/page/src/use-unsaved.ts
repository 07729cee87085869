import { useEffect, useRef, useState } from 'preact/hooks';
import { useGallery } from './gallery.ts';

/**
 * As `useState`, but what is not saved is there again when the field is.
 * @param key the field; about an asset, with its name at the end
 * @param isSaved whether nothing is lost with a value. @default that it is `first`
 */
export function useUnsaved<T>(
  key: string,
  first: T,
  isSaved: (value: T) => boolean = (value) => value === first,
): readonly [T, (next: T | ((now: T) => T)) => void] {
  const { unsaved } = useGallery();
  const [value, setValue] = useState<T>(() => (unsaved.has(key) ? (unsaved.get(key) as T) : first));
  /** Of several changes before the next drawing, each builds on the one before it. */
  const latest = useRef(value);
  const isKept = !isSaved(value);
  useEffect(() => {
    if (!isKept) unsaved.delete(key);
  }, [key, isKept]);
  return [
    value,
    (change) => {
      const next = isUpdate(change) ? change(latest.current) : change;
      latest.current = next;
      // At once: the field may be gone before its next effect.
      if (isSaved(next)) unsaved.delete(key);
      else unsaved.set(key, next);
      setValue(() => next);
    },
  ];
}

function isUpdate<T>(change: T | ((now: T) => T)): change is (now: T) => T {
  return typeof change === 'function';
}
