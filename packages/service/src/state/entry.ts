import type { MeshQuality, ModelFormat } from '@assetgen/client';
import type { Balance } from '../points/balance.ts';

/** SHA-256 of an uploaded file, as 64 hex digits. */
export type UploadDigest = string;

/** All that decides what a job makes. Uploads stand for their bytes by their digest. */
export type JobSpec =
  | {
      readonly kind: 'model';
      readonly prompt: string;
      readonly faces: number;
      readonly pbr: boolean;
      readonly meshOnly: boolean;
      readonly enhance: boolean;
      readonly quality: MeshQuality;
      readonly image: UploadDigest | null;
    }
  /** One figure an image, in their order. */
  | { readonly kind: 'chibi'; readonly style: string; readonly images: readonly UploadDigest[] }
  | {
      readonly kind: 'picture';
      readonly prompt: string;
      readonly width: number;
      readonly height: number;
      readonly references: readonly UploadDigest[];
    }
  | {
      readonly kind: 'video';
      readonly prompt: string;
      readonly width: number;
      readonly height: number;
      readonly seconds: number;
      readonly references: readonly UploadDigest[];
    };

/** What a job record keeps of the create that made it. */
export interface JobOrigin {
  /** Unix time in milliseconds. */
  readonly at: number;
  /** The marker that `retrieveModel` returns as `sourcePage`. */
  readonly source: string;
  readonly spec: JobSpec;
  /** Which asking for the same spec this is: every one is drawn anew. @default 0 */
  readonly take?: number;
}

/** A create: the charge and its jobs are one entry, so that neither exists without the other. */
export interface CreateEntry extends JobOrigin {
  readonly t: 'create';
  readonly id: string;
  readonly points: number;
  readonly uuids: readonly string[];
  /** Set where a fault makes these jobs fail. */
  readonly doomed?: true;
}

/** The start of a conversion, with its charge. */
export interface ConvertEntry {
  readonly t: 'convert';
  readonly id: string;
  readonly at: number;
  readonly points: number;
  readonly uuid: string;
  readonly conversion: ConversionKey;
}

/** A job or a conversion failed; its points come back. */
export interface FailEntry {
  readonly t: 'fail';
  readonly id: string;
  readonly at: number;
  readonly uuid: string;
  /** The convert entry that failed; null when the job itself did. */
  readonly charge: string | null;
  readonly conversion: ConversionKey | null;
  readonly message: string;
}

/** The points to start with: only the first of a log counts. */
export interface GrantEntry {
  readonly t: 'grant';
  readonly id: string;
  readonly at: number;
  readonly balance: Balance;
}

export type Entry = CreateEntry | ConvertEntry | FailEntry | GrantEntry;

/** `obj@120`: format and size in millimetres. */
export type ConversionKey = `${ModelFormat}@${number}`;

const TYPES = new Set<unknown>(['create', 'convert', 'fail', 'grant']);

/** Reads one line of the log; undefined for a torn or foreign one. */
export function parseEntry(line: string): Entry | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const known =
      typeof value === 'object' &&
      value !== null &&
      't' in value &&
      TYPES.has(value.t) &&
      'id' in value &&
      typeof value.id === 'string';
    return known ? (value as Entry) : undefined;
  } catch {
    return undefined;
  }
}
