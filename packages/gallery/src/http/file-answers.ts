import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Thumbnails } from '../thumbnails/thumbnails.ts';
import type { Places } from '../view/preview.ts';
import { sendText } from './answer.ts';
import { namesKtx2 } from './names-ktx2.ts';
import { sendFile } from './send-file.ts';

/** Answers with files, by the digest of the blob that the page shows. */
export interface FileAnswers {
  content(request: IncomingMessage, response: ServerResponse, hex: string): Promise<void>;
  /** Three.js reads KTX2 by a script that makes code of text, which the page's policy forbids. */
  model(request: IncomingMessage, response: ServerResponse, hex: string): Promise<void>;
  thumbnail(request: IncomingMessage, response: ServerResponse, hex: string): Promise<void>;
}

export function createFileAnswers(places: Places, thumbnails: Thumbnails): FileAnswers {
  const below = thumbnails.folder;
  async function content(
    request: IncomingMessage,
    response: ServerResponse,
    hex: string,
  ): Promise<void> {
    const place = places.get(hex);
    if (place === undefined) return sendText(response, 404, 'Not here.');
    await sendFile(request, response, { ...place, type: null });
  }

  return {
    content,
    async model(request, response, hex) {
      const place = places.get(hex);
      if (place === undefined || !(await namesKtx2(place.path))) {
        return content(request, response, hex);
      }
      const file = await thumbnails.model(hex, place, () => !response.destroyed);
      if (file === null) return sendText(response, 404, 'It cannot be shown.');
      await sendFile(request, response, { path: file, below, type: 'model/gltf-binary' });
    },
    async thumbnail(request, response, hex) {
      const place = places.get(hex);
      const isWanted = (): boolean => !response.destroyed;
      const file = place === undefined ? null : await thumbnails.file(hex, place, isWanted);
      if (file === null) return sendText(response, 404, 'It has no picture.');
      await sendFile(request, response, { path: file, below, type: 'image/webp' });
    },
  };
}
