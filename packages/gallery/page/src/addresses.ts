import {
  COPY_META,
  COPY_PROJECT,
  copyAssetPath,
  copyContentPath,
  copyModelPath,
  copyThumbnailPath,
} from '../../src/shared/copy-address.ts';
import { PATHS, PROJECT_META, PROJECT_PARAM } from '../../src/shared/messages.ts';

/** Where the page finds what it shows: at a handler, or as files beside it. All relative to the page. */
export interface Addresses {
  project(): string;
  asset(name: string): string;
  content(digest: string): string;
  /** Of a GLB as the viewer reads it. */
  model(digest: string): string;
  thumbnail(digest: string): string;
}

const LIVE: Addresses = {
  project: () => ofProject(PATHS.project),
  asset: (name) => ofProject(`${PATHS.asset}?name=${encodeURIComponent(name)}`),
  content: (digest) => PATHS.content + digest,
  model: (digest) => PATHS.model + digest,
  thumbnail: (digest) => PATHS.thumbnail + digest,
};

const COPY: Addresses = {
  project: () => COPY_PROJECT,
  asset: copyAssetPath,
  content: copyContentPath,
  model: copyModelPath,
  thumbnail: copyThumbnailPath,
};

/** An address that is answered for the project of this page only. */
export function ofProject(path: string): string {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name=${PROJECT_META}]`);
  return `${path}${path.includes('?') ? '&' : '?'}${PROJECT_PARAM}=${meta?.content ?? ''}`;
}

/** Whether the page is a static copy: then nothing answers, and nothing can be changed. */
export function isCopy(): boolean {
  return document.querySelector(`meta[name=${COPY_META}]`) !== null;
}

export function addresses(): Addresses {
  return isCopy() ? COPY : LIVE;
}
