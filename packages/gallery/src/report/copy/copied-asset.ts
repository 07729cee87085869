import type { LockedAsset } from '@assetgen/core';
import { factsOf } from '../../view/detail.ts';
import type {
  AssetMessage,
  OutputMessage,
  Preview,
  VariantMessage,
} from '../../shared/messages.ts';
import { hexOf, placeOutput } from '../../view/preview.ts';
import type { Looked } from '../look.ts';
import type { Card } from '../types.ts';
import type { CopiedContents } from './copied-contents.ts';

/** Files that the page shows or lays over a model; others would only make the copy large. */
const VIEWABLE = new Set(['glb', 'mp4', 'webm', 'png', 'jpeg', 'webp', 'avif']);
const NOTHING = { min: 0, max: 0 };

/**
 * An asset as its copy tells it: digests are those of the copy, and what changes, buys, or is nobody else's (UUIDs,
 * the text of the manifest) is left out. An original is in the copy where there is a choice, or nothing else to see.
 */
export async function copiedAsset(
  message: AssetMessage,
  card: Card,
  looked: Looked,
  contents: CopiedContents,
): Promise<AssetMessage> {
  const files = await Promise.all(message.files.map((file) => copiedFile(file, contents)));
  const isSeen = files.some(({ digest, format }) => digest !== null && VIEWABLE.has(format));
  const isChoice = message.kind !== 'chibi' && message.variants.length > 1;
  const keepsOriginals = isChoice || !isSeen;
  const variants = keepsOriginals ? await copiedVariants(message.variants, contents) : [];
  const revisions = await Promise.all(
    message.revisions.map(async (revision) => ({
      ...revision,
      usable: false,
      variants:
        revision.current && !keepsOriginals
          ? []
          : await copiedVariants(revision.variants, contents, !revision.current),
    })),
  );
  const { file, line } = message.declared;
  return {
    ...message,
    declared: { file, line, text: null },
    editablePrompt: null,
    preview: await copiedPreview(message.preview, contents),
    files,
    variants,
    revisions,
    prices: { generate: message.price, reroll: null, another: null, pick: NOTHING },
    ...(card.change === null || card.change === 'removed'
      ? {}
      : { change: card.change, ...(await copiedBefore(card, looked, contents)) }),
    ...(card.promptBefore === null ? {} : { beforePrompt: card.promptBefore }),
  };
}

async function copiedFile(file: OutputMessage, contents: CopiedContents): Promise<OutputMessage> {
  const isShown = VIEWABLE.has(file.format) || file.collider === true;
  if (file.digest === null || !isShown) return { ...file, digest: null };
  return { ...file, digest: await contents.add(file.digest, `.${file.format}`) };
}

function copiedVariants(
  variants: readonly VariantMessage[],
  contents: CopiedContents,
  isEarlier = false,
): Promise<VariantMessage[]> {
  return Promise.all(
    variants.map(async (variant) => ({
      ...variant,
      uuid: null,
      preview: await copiedPreview(variant.preview, contents, isEarlier),
    })),
  );
}

async function copiedPreview(
  preview: Preview | null,
  contents: CopiedContents,
  isEarlier = false,
): Promise<Preview | null> {
  if (preview === null) return null;
  const digest = await contents.add(preview.digest, null, isEarlier);
  if (digest === null) return null;
  await contents.addThumbnail(preview.digest);
  if (preview.orbit === undefined) return { ...preview, digest };
  const orbit = (await contents.add(preview.orbit, '.glb')) ?? digest;
  return { ...preview, digest, orbit };
}

/** What it was: its picture, and those of its files that are still on this machine. */
async function copiedBefore(
  { name, kind, before }: Card,
  looked: Looked,
  contents: CopiedContents,
): Promise<Pick<AssetMessage, 'before' | 'beforeFiles'>> {
  const entry = looked.earlier?.lock.assets[name];
  const picture = before?.picture ?? null;
  if (entry === undefined) return {};
  const beforeFiles = await filesOf(entry, looked, contents);
  if (picture === null) return { before: null, beforeFiles };
  contents.putThumbnail(picture.hex, picture.webp);
  const type = kind === 'chibi' ? 'model' : kind;
  // Only its thumbnail is asked for by this digest: the bytes may be gone.
  return { before: { type, digest: picture.hex, draft: false }, beforeFiles };
}

async function filesOf(
  entry: LockedAsset,
  { inspection, places }: Looked,
  contents: CopiedContents,
): Promise<readonly OutputMessage[]> {
  const found = Object.entries(entry.outputs).map(async ([name, output]) => {
    const format = name.slice(name.lastIndexOf('.') + 1);
    const place = placeOutput(inspection, places, name, output, false);
    // A file of today under the old name is not what it was.
    const isOld = place !== null && place.below !== inspection.folders.files;
    if (!isOld || !VIEWABLE.has(format)) return [];
    const digest = await contents.add(hexOf(output.digest), `.${format}`);
    const { bytes } = output;
    const told = { name, format, step: '', draft: false, reason: '', public: null };
    return digest === null ? [] : [{ ...told, bytes, digest, ...factsOf(output) }];
  });
  return (await Promise.all(found)).flat();
}
