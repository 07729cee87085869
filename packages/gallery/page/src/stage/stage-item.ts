import type {
  Action,
  AssetMessage,
  OutputMessage,
  Preview,
  Price,
  RevisionMessage,
} from '../../../src/shared/messages.ts';

/** Something that the stage can show. */
export interface StageItem {
  /** Unique in an asset: two outputs may have one digest. */
  readonly id: string;
  readonly label: string;
  readonly type: Preview['type'];
  readonly digest: string;
  readonly draft: boolean;
  readonly bytes: number | null;
  /** Of a model, on a graphics card. Unit: bytes. */
  readonly gpuBytes: number | null;
  readonly drawCalls: number | null;
  readonly width: number | null;
  readonly height: number | null;
  /** How its asset is made from it; null: it is no variant, or cannot be chosen. */
  readonly use: Use | null;
}

/** A variant, or an earlier purchase, that an asset may be made from. */
export interface Use {
  /** null: its asset is made from it now. */
  readonly action: Action | null;
  readonly price: Price;
}

const TYPES: Readonly<Record<string, Preview['type']>> = {
  glb: 'model',
  mp4: 'video',
  png: 'image',
  jpeg: 'image',
  webp: 'image',
  avif: 'image',
};

/** Everything of an asset that can be looked at: outputs, those that a copy compares with, variants, what was bought before. */
export function stageItems(asset: AssetMessage): readonly StageItem[] {
  const files = asset.files.flatMap((file) => fileItem(asset, file));
  const before = (asset.beforeFiles ?? [])
    .flatMap((file) => fileItem(asset, file))
    .map((each) => ({ ...each, id: `before:${each.id}`, label: `Before: ${each.label}` }));
  const variants = asset.variants.flatMap(({ number, preview, bytes }): StageItem[] =>
    preview === null
      ? []
      : [
          {
            ...item(`variant:${number}`, variantLabel(asset, number), preview, bytes),
            use: useOfVariant(asset, number, preview),
          },
        ],
  );
  const revisions = asset.revisions.flatMap((revision) =>
    revision.current
      ? []
      : revision.variants.flatMap(({ number, preview, bytes }): StageItem[] => {
          if (preview === null) return [];
          const which = revision.variants.length > 1 ? `, variant ${number}` : '';
          const label = `${revisionLabel(revision)}${which}`;
          const use = useOfRevision(asset, revision, number);
          return [{ ...item(revisionId(revision, number), label, preview, bytes), use }];
        }),
  );
  return [...files, ...before, ...variants, ...revisions];
}

function fileItem(asset: AssetMessage, file: OutputMessage): StageItem[] {
  const type = TYPES[file.format];
  if (type === undefined || file.digest === null) return [];
  const { digest, draft, bytes, width = null, height = null } = file;
  const { gpuBytes = null, drawCalls = null } = file;
  const label = outputLabel(asset, file.name);
  const sizes = { bytes, gpuBytes, drawCalls, width, height };
  return [{ id: `file:${file.name}`, label, type, digest, draft, ...sizes, use: null }];
}

/** By its recipe: the place in the history changes with every purchase, and an address may name it. */
export function revisionId({ recipe }: RevisionMessage, number: number): string {
  return `revision:${recipe.slice(0, 10)}:${number}`;
}

function item(id: string, label: string, preview: Preview, bytes: number | null): StageItem {
  const { type, digest, draft, width = null, height = null } = preview;
  const sizes = { bytes, gpuBytes: null, drawCalls: null, width, height };
  return { id, label, type, digest, draft, ...sizes, use: null };
}

const FREE: Price = { min: 0, max: 0 };

function useOfVariant(asset: AssetMessage, number: number, { draft }: Preview): Use | null {
  const { name, kind, pick, prices, variants, asks } = asset;
  if (kind === 'chibi' || draft) return null;
  const points = prices.pick.max;
  const isNow = pick === number || variants.length === 1;
  const action: Action = { type: 'pick', asset: name, pick: number, points, asks };
  return { action: isNow ? null : action, price: prices.pick };
}

/** An earlier purchase costs nothing. */
function useOfRevision(
  { name, kind }: AssetMessage,
  { usable, recipe, variants }: RevisionMessage,
  number: number,
): Use | null {
  if (!usable) return null;
  const pick = kind === 'chibi' || variants.length === 1 ? null : number;
  return { action: { type: 'use', asset: name, recipe, pick }, price: FREE };
}

/** A shape for a physics engine, as numbers or as meshes. */
export interface ColliderFile {
  readonly digest: string;
  readonly format: 'json' | 'glb';
}

/**
 * The collider that belongs to what is shown: its own figure's in a batch, else the asset's first; numbers before
 * meshes. Null where there is none, or it is what is shown.
 */
export function colliderOf(asset: AssetMessage, { id }: StageItem): ColliderFile | null {
  const shown = id.replace(/^file:/, '');
  const made = asset.files.flatMap(({ name, collider, format, digest }) =>
    collider === true && digest !== null && (format === 'json' || format === 'glb')
      ? [{ name, file: { digest, format } as const }]
      : [],
  );
  if (made.some(({ name }) => name === shown)) return null;
  const own = made.filter(({ name }) => stemOf(name) === stemOf(shown));
  const files = (own.length > 0 ? own : made).map(({ file }) => file);
  return files.find(({ format }) => format === 'json') ?? files[0] ?? null;
}

/** `team/ann.lod1.glb` → `team/ann` */
function stemOf(name: string): string {
  return name.replace(/\.[^/]*$/, '');
}

/** `props/dragon.lod1.glb` → `lod1.glb` */
export function outputLabel({ name, kind }: AssetMessage, output: string): string {
  const rest = output.slice(name.length);
  return kind === 'chibi' ? rest.slice(1) : rest.replace(/^[./]/, '');
}

function variantLabel({ kind, members, spent, prices }: AssetMessage, number: number): string {
  if (kind === 'chibi') return `${members[number - 1] ?? number} original`;
  // Converted here, from a file of the project.
  return prices.reroll === null && spent.known + spent.untold === 0
    ? 'Source'
    : `Variant ${number} original`;
}

export function revisionLabel(revision: AssetMessage['revisions'][number]): string {
  if (revision.revision !== null) return `Revision ${revision.revision}`;
  if (revision.commit !== null) return `Until ${revision.commit.date}`;
  return 'Before the last change';
}
