import path from 'node:path';
import { promptOf } from '@assetgen/core';
import type { LockedAsset, LockedOutput } from '@assetgen/core';
import type { AssetSummary } from '../shared/messages.ts';
import type { Place } from '../view/preview.ts';
import { hexOf, madeOf, placeOutput } from '../view/preview.ts';
import { problemsOf } from '../view/summary.ts';
import { totalOfAll } from '../shared/total-of.ts';
import { changeOf, pointsSince } from './compare.ts';
import type { TimedThumbnails } from './draw-in-time.ts';
import { groupsOf } from './groups-of.ts';
import type { HidePaths } from './hide-paths.ts';
import type { Looked } from './look.ts';
import type { Card, Picture, Report, Side } from './types.ts';

export interface CollectOptions {
  readonly thumbnails: TimedThumbnails;
  readonly hide: HidePaths;
  /** Told after each card. */
  readonly onCard: (done: number, all: number) => void;
  readonly signal: AbortSignal;
}

/** The cards of a report, with the thumbnails of the gallery: what has one is not drawn again. */
export async function collectReport(
  looked: Looked,
  { thumbnails, hide, onCard, signal }: CollectOptions,
): Promise<Report> {
  const { inspection, places, message, earlier, prompts, names } = looked;
  const { title, assets, price, free } = message;
  const before = earlier?.lock.assets ?? {};
  const summaries = new Map(assets.map((each) => [each.name, each]));
  const plans = new Map(inspection.plan.assets.map((plan) => [plan.asset.name, plan]));
  const cards = await inOrder(names, thumbnails.atOnce, signal, card, onCard);
  const failing = assets
    .filter(({ state }) => state === 'failed' || state === 'blocked')
    .map((each) => ({ name: each.name, reason: reasonOf(each) }));
  return {
    title,
    since: earlier === null ? null : { revision: earlier.revision, commit: earlier.commit },
    cards,
    assets: assets.length,
    ready: assets.filter(({ state }) => state === 'ready').length,
    groups: groupsOf([...summaries.keys()], inspection.lock.assets),
    points: totalOfAll(cards.map(({ points }) => points)),
    failing,
    price,
    free,
  };

  function reasonOf({ name, reason, standIn }: AssetSummary): string {
    const plan = plans.get(name);
    const wrong = plan === undefined ? [] : problemsOf(inspection, new Map(), plan);
    const told = [reason, standIn].filter((text) => text !== null && text !== '');
    return hide(wrong[0]?.message ?? told.join('; '));
  }

  async function card(name: string): Promise<Card> {
    const summary = summaries.get(name);
    const old = before[name];
    const now = summary === undefined ? undefined : inspection.lock.assets[name];
    const asset = plans.get(name)?.asset;
    const was = old === undefined ? null : (prompts.get(name) ?? null);
    return {
      name,
      kind: summary?.kind ?? old?.kind ?? 'image',
      state: summary?.state ?? null,
      standIn: summary?.standIn != null,
      reason: summary === undefined ? '' : reasonOf(summary),
      prompt: summary?.prompt ?? '',
      promptBefore: asset !== undefined && was === promptOf(asset) ? null : was,
      review: summary?.review ?? null,
      points: pointsSince(old, now),
      change: earlier === null ? null : changeOf(old, now),
      now: summary === undefined ? null : await sideNow(summary),
      before: old === undefined ? null : await sideBefore(old),
    };
  }

  async function sideNow({ name, preview }: AssetSummary): Promise<Side | null> {
    const made = madeOf(inspection, name);
    if (made === null) return null;
    const place = preview === null ? undefined : places.get(preview.digest);
    const picture =
      preview === null || place === undefined ? null : await pictureOf(preview.digest, place);
    return sideOf(made.entry, picture, made.draft);
  }

  async function sideBefore(entry: LockedAsset): Promise<Side> {
    return sideOf(entry, await pictureBefore(looked, entry, pictureOf), false);
  }

  async function pictureOf(hex: string, place: Place): Promise<Picture | null> {
    const webp = await thumbnails.file(hex, place);
    return webp === null ? null : { hex, webp };
  }
}

/** A card of each, in their order, some of them side by side: pictures are made on all cores. */
async function inOrder(
  names: readonly string[],
  atOnce: number,
  signal: AbortSignal,
  card: (name: string) => Promise<Card>,
  onCard: CollectOptions['onCard'],
): Promise<Card[]> {
  const cards = new Map<string, Card>();
  const rest = names.values();
  const work = async (): Promise<void> => {
    for (const name of rest) {
      signal.throwIfAborted();
      cards.set(name, await card(name));
      onCard(cards.size, names.length);
    }
  };
  // One more than can be made: none of them waits for the next question.
  await Promise.all(Array.from({ length: atOnce + 1 }, work));
  return names.flatMap((name) => cards.get(name) ?? []);
}

type PictureOf = (hex: string, place: Place) => Promise<Picture | null>;

/** What an entry of an earlier lock looked like, where its bytes are still on this machine. */
async function pictureBefore(
  { inspection, places }: Looked,
  entry: LockedAsset,
  pictureOf: PictureOf,
): Promise<Picture | null> {
  const outputs = Object.entries(entry.outputs).filter(([name]) => SHOWN.has(path.extname(name)));
  for (const [name, output] of outputs) {
    const place = placeOutput(inspection, places, name, output, false);
    // A file of today under the old name is not what it was; a picture of it may have been kept.
    const isOld = place !== null && place.below !== inspection.folders.files;
    const picture = await pictureOf(hexOf(output.digest), isOld ? place : NOWHERE);
    if (picture !== null) return picture;
  }
  for (const variant of entry.variants) {
    if ('failed' in variant) continue;
    const blob = inspection.blob(variant.digest);
    if (blob === null) continue;
    const place = { path: blob, below: path.resolve(blob, '../..') };
    const picture = await pictureOf(hexOf(variant.digest), place);
    if (picture !== null) return picture;
  }
  return placeholderOf(outputs.map(([, output]) => output));
}

const NOWHERE: Place = { path: '', below: '' };

const SHOWN = new Set(['.glb', '.mp4', '.webm', '.png', '.jpeg', '.webp', '.avif']);

/** The lock keeps a very small picture of an image: better than none. */
function placeholderOf(outputs: readonly LockedOutput[]): Picture | null {
  const found = outputs.find(({ meta }) => meta.placeholder !== undefined);
  const data = /^data:image\/webp;base64,([A-Za-z0-9+/=]+)$/.exec(found?.meta.placeholder ?? '');
  if (found === undefined || data?.[1] === undefined) return null;
  return { hex: hexOf(found.digest), webp: Buffer.from(data[1], 'base64') };
}

function sideOf(entry: LockedAsset, picture: Picture | null, draft: boolean): Side {
  const outputs = Object.values(entry.outputs);
  const metas = outputs.map(({ meta }) => meta);
  const model = metas.find(({ triangles }) => triangles !== undefined);
  const widest = metas
    .filter(({ width, height }) => width !== undefined && height !== undefined)
    .sort((a, b) => (b.width ?? 0) - (a.width ?? 0))[0];
  return {
    picture,
    draft,
    bytes: outputs.reduce((sum, { bytes }) => sum + bytes, 0),
    triangles: model?.triangles ?? null,
    gpuBytes: model?.gpuBytes ?? null,
    drawCalls: model?.drawCalls ?? null,
    textures: model?.maps ?? [],
    size: widest === undefined ? null : `${widest.width} × ${widest.height}`,
  };
}
