import { useEffect, useState } from 'preact/hooks';
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
): readonly [T, (value: T) => void] {
  const { unsaved } = useGallery();
  const [value, setValue] = useState<T>(() => (unsaved.has(key) ? (unsaved.get(key) as T) : first));
  const isKept = !isSaved(value);
  useEffect(() => {
    if (!isKept) unsaved.delete(key);
  }, [key, isKept]);
  return [
    value,
    (next) => {
      // At once: the field may be gone before its next effect.
      if (isSaved(next)) unsaved.delete(key);
      else unsaved.set(key, next);
      setValue(() => next);
    },
  ];
}
