import type { VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Kind } from '../../../src/shared/messages.ts';
import { Icon } from '../icons.tsx';

/** The images of a drop, a paste or a file dialog. The handler checks their content. */
export function imagesOf(data: { readonly files: FileList | null } | null): readonly File[] {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
}

interface ReferencesProps {
  readonly kind: Kind;
  readonly images: readonly File[];
  readonly onChange: (images: readonly File[]) => void;
}

/** Images that a new asset is made from: dropped, pasted or chosen. */
export function References({ kind, images, onChange }: ReferencesProps): VNode {
  const [isOver, setOver] = useState(false);
  return (
    <div
      class={isOver ? 'drop-place over' : 'drop-place'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onChange([...images, ...imagesOf(event.dataTransfer)]);
      }}
    >
      {images.length === 0 ? null : (
        <ul class="digests">
          {images.map((image, index) => (
            <li key={index}>
              <Given image={image} />
              <button
                type="button"
                class="icon-button"
                onClick={() => onChange(images.filter((_each, at) => at !== index))}
              >
                <Icon name="close" />
                <span class="unseen">Take {image.name} out</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <label class="field">
        <span>{WORDS[kind]}: drop or paste them here, or choose</span>
        <input
          type="file"
          accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
          multiple={kind !== 'model'}
          required={kind === 'chibi' && images.length === 0}
          onChange={({ currentTarget }) => {
            onChange([...images, ...imagesOf(currentTarget)]);
            currentTarget.value = '';
          }}
        />
      </label>
    </div>
  );
}

const WORDS: Readonly<Record<Kind, string>> = {
  model: 'An image in place of the prompt',
  image: 'Reference images',
  video: 'Reference images',
  chibi: 'Images, one a figure',
};

function Given({ image }: { readonly image: File }): VNode {
  const url = useMemo(() => URL.createObjectURL(image), [image]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <>
      <img class="given" src={url} alt="" />
      <span>{image.name}</span>
    </>
  );
}
