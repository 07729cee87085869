import type { TextureFacts } from '@assetgen/core';
import type { Total } from '../shared/total-of.ts';
import type { Kind, Price, ReviewMessage, State } from '../shared/messages.ts';

/** A small picture of something in a report. */
export interface Picture {
  /** Of what it shows: 64 hex digits. */
  readonly hex: string;
  /** WebP: the path of a thumbnail, or the bytes of the very small picture that the lock keeps. */
  readonly webp: string | Uint8Array;
}

/** One state of an asset: as it is, or as it was. */
export interface Side {
  /** null: its bytes are not on this machine, or nothing can be drawn of it. */
  readonly picture: Picture | null;
  readonly draft: boolean;
  /** Of all outputs. */
  readonly bytes: number;
  readonly triangles: number | null;
  /** Of its first model, on a graphics card. Unit: bytes. */
  readonly gpuBytes: number | null;
  readonly drawCalls: number | null;
  readonly textures: readonly TextureFacts[];
  /** Pixels of the largest output. */
  readonly size: string | null;
}

/** What became of an asset since the revision. */
export type Change = 'added' | 'changed' | 'removed';

export interface Card {
  readonly name: string;
  readonly kind: Kind;
  /** null: no manifest asks for it any more. */
  readonly state: State | null;
  /** Drawn by the embedded service for words that it does not know. */
  readonly standIn: boolean;
  /** What went wrong, or why it is not up to date; empty when it is. */
  readonly reason: string;
  readonly prompt: string;
  /** The words of then; null where they are the same, or not known. */
  readonly promptBefore: string | null;
  /** null: nobody decided about it. */
  readonly review: ReviewMessage | null;
  /** Without a revision: what was paid for it. With one: what was paid since. */
  readonly points: Total;
  /** null without a revision to compare with. */
  readonly change: Change | null;
  readonly now: Side | null;
  readonly before: Side | null;
}

/** Assets whose names begin alike. */
export interface Group {
  /** Empty for those without a folder. */
  readonly name: string;
  readonly assets: number;
  /** Of all outputs, those of the lock. */
  readonly bytes: number;
  /** Of all models, with all their levels of detail. Unit: bytes. */
  readonly gpuBytes: number;
  readonly drawCalls: number;
}

export interface Report {
  readonly title: string;
  /** What was compared with: as it was given, and the commit that it is. */
  readonly since: { readonly revision: string; readonly commit: string } | null;
  readonly cards: readonly Card[];
  /** Assets of the manifests. */
  readonly assets: number;
  readonly ready: number;
  /** The sum of what the cards were paid. */
  readonly points: Total;
  /** What the files of assets weigh together, by the folder of their names: `props` of `props/lamp`. */
  readonly groups: readonly Group[];
  /** Assets that do not pass, with the reason; of all assets, by name. */
  readonly failing: readonly { readonly name: string; readonly reason: string }[];
  /** What making everything up to date costs. */
  readonly price: Price;
  /** The embedded service made it: the points are nobody's money. */
  readonly free: boolean;
}
