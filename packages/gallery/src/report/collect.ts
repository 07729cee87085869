import path from 'node:path';
import { readFile } from 'node:fs/promises';
import type { ProjectTools, Inspection, LockedAsset, LockedOutput } from '@assetgen/core';
import sharp from '@assetgen/render/sharp';
import type { AssetSummary } from '../messages.ts';
import type { Place, Places } from '../preview.ts';
import { hexOf, madeOf, placeOutput } from '../preview.ts';
import { problemsOf, projectMessage } from '../summary.ts';
import type { Thumbnails } from '../thumbnails.ts';
import { changeOf, pointsSince, sumPoints } from './compare.ts';
import { groupsOf } from './groups-of.ts';
import { lockAt } from './git-lock.ts';
import type { Card, Picture, Report, Side } from './types.ts';

export interface CollectOptions {
  /** A git revision: only what changed since, with what was there before. */
  readonly since: string | null;
  readonly thumbnails: Thumbnails;
  /** Told after each card. */
  readonly onCard: (done: number, all: number) => void;
  readonly signal: AbortSignal;
}

/** A card with many others beside it needs fewer pixels. */
const WIDTH = 320;
const MANY = 300;
const WIDTH_OF_MANY = 200;
const QUALITY = 70;

/** Looks at a project, and makes the pictures of a report. Asks no service, changes nothing. */
export async function collectReport(
  project: ProjectTools,
  { since, thumbnails, onCard, signal }: CollectOptions,
): Promise<Report> {
  const earlier = since === null ? null : await lockAt(project.root, since);
  const inspection = await project.inspect();
  const places: Places = new Map();
  const { title, assets, price, free } = projectMessage(
    project.root,
    inspection,
    places,
    new Map(),
  );
  const before = earlier?.lock.assets ?? {};
  const summaries = new Map(assets.map((each) => [each.name, each]));
  const wrong = new Map(
    inspection.plan.assets.map((plan) => [
      plan.asset.name,
      problemsOf(inspection, new Map(), plan)[0]?.message,
    ]),
  );
  const removed = Object.keys(before).filter((name) => !summaries.has(name));
  const names = [...summaries.keys(), ...removed].filter(
    (name) => earlier === null || changeOf(before[name], nowOf(name)) !== null,
  );
  const draw = pictures(thumbnails, names.length > MANY ? WIDTH_OF_MANY : WIDTH);
  const cards: Card[] = [];
  for (const name of names.sort()) {
    signal.throwIfAborted();
    cards.push(await card(name));
    onCard(cards.length, names.length);
  }
  return {
    title,
    since: since === null || earlier === null ? null : { revision: since, commit: earlier.commit },
    cards,
    assets: assets.length,
    ready: assets.filter(({ state }) => state === 'ready').length,
    groups: groupsOf([...summaries.keys()], inspection.lock.assets),
    points: sumPoints(cards.map(({ points }) => points)),
    price,
    free,
  };

  function nowOf(name: string): LockedAsset | undefined {
    return summaries.has(name) ? inspection.lock.assets[name] : undefined;
  }

  async function card(name: string): Promise<Card> {
    const summary = summaries.get(name);
    const old = before[name];
    return {
      name,
      kind: summary?.kind ?? old?.kind ?? 'image',
      state: summary?.state ?? null,
      standIn: summary?.standIn != null,
      reason:
        wrong.get(name) ??
        [summary?.reason, summary?.standIn]
          .filter((text) => text != null && text !== '')
          .join('; '),
      prompt: summary?.prompt ?? '',
      review: summary?.review ?? null,
      points: pointsSince(old, nowOf(name)),
      change: earlier === null ? null : changeOf(old, nowOf(name)),
      now: summary === undefined ? null : await sideNow(summary),
      before: old === undefined ? null : await sideBefore(old),
    };
  }

  async function sideNow({ name, preview }: AssetSummary): Promise<Side | null> {
    const made = madeOf(inspection, name);
    if (made === null) return null;
    const place = preview === null ? undefined : places.get(preview.digest);
    const webp = place === undefined ? null : await draw(preview?.digest ?? '', place);
    return sideOf(made.entry, { webp, draft: made.draft });
  }

  async function sideBefore(entry: LockedAsset): Promise<Side> {
    return sideOf(entry, { webp: await drawEntry(inspection, places, entry, draw), draft: false });
  }
}

type Draw = (hex: string, place: Place) => Promise<Uint8Array | null>;

function pictures(thumbnails: Thumbnails, width: number): Draw {
  return async function drawSmall(hex, place) {
    const file = await thumbnails.file(hex, place, () => true);
    if (file === null) return null;
    const bytes = await readFile(file);
    return sharp(bytes)
      .resize({ width, height: width, fit: 'inside' })
      .webp({ quality: QUALITY })
      .toBuffer();
  };
}

/** What an entry of an earlier lock looked like, where its bytes are still on this machine. */
async function drawEntry(
  inspection: Inspection,
  places: Places,
  entry: LockedAsset,
  draw: Draw,
): Promise<Uint8Array | null> {
  const outputs = Object.entries(entry.outputs).filter(([name]) => SHOWN.has(path.extname(name)));
  for (const [name, output] of outputs) {
    const place = placeOutput(inspection, places, name, output, false);
    // A file of today under the old name is not what it was; a picture of it may have been kept.
    const isOld = place !== null && place.below !== inspection.folders.files;
    const webp = await draw(hexOf(output.digest), isOld ? place : NOWHERE);
    if (webp !== null) return webp;
  }
  for (const variant of entry.variants) {
    if ('failed' in variant) continue;
    const blob = inspection.blob(variant.digest);
    if (blob === null) continue;
    const place = { path: blob, below: path.resolve(blob, '../..') };
    const webp = await draw(hexOf(variant.digest), place);
    if (webp !== null) return webp;
  }
  return placeholderOf(outputs.map(([, output]) => output));
}

const NOWHERE: Place = { path: '', below: '' };

const SHOWN = new Set(['.glb', '.mp4', '.webm', '.png', '.jpeg', '.webp', '.avif']);

/** The lock keeps a very small picture of an image: better than none. */
async function placeholderOf(outputs: readonly LockedOutput[]): Promise<Uint8Array | null> {
  const found = outputs.find(({ meta }) => meta.placeholder !== undefined)?.meta.placeholder;
  const data = /^data:image\/webp;base64,([A-Za-z0-9+/=]+)$/.exec(found ?? '')?.[1];
  return data === undefined ? null : Buffer.from(data, 'base64');
}

function sideOf(entry: LockedAsset, picture: Picture): Side {
  const outputs = Object.values(entry.outputs);
  const metas = outputs.map(({ meta }) => meta);
  const model = metas.find(({ triangles }) => triangles !== undefined);
  const widest = metas
    .filter(({ width, height }) => width !== undefined && height !== undefined)
    .sort((a, b) => (b.width ?? 0) - (a.width ?? 0))[0];
  return {
    picture,
    bytes: outputs.reduce((sum, { bytes }) => sum + bytes, 0),
    triangles: model?.triangles ?? null,
    gpuBytes: model?.gpuBytes ?? null,
    drawCalls: model?.drawCalls ?? null,
    textures: model?.maps ?? [],
    size: widest === undefined ? null : `${widest.width} × ${widest.height}`,
  };
}
