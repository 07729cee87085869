import { createClient } from '@assetgen/client';
import { createService } from '@assetgen/service';

/** An MP4 of the embedded local service: 16:9, 480p, four seconds. */
export async function makeVideo(): Promise<Uint8Array> {
  const service = createService({ draft: true });
  const client = createClient({
    apiKey: 'local',
    apiUrl: 'http://assetgen.local',
    fetch: (request) => service.fetch(request),
  });
  const input = { prompt: 'waves', duration: 4, resolution: '480p', aspectRatio: '16:9' } as const;
  const { uuids } = await client.createNormalVideo(input);
  for (;;) {
    const data = await client.queryGenerationResult({ uuid: uuids[0] ?? '' });
    if (data.resultUrl !== null) {
      const answer = await service.fetch(new Request(data.resultUrl));
      const bytes = new Uint8Array(await answer.arrayBuffer());
      await service.close();
      return bytes;
    }
    if (data.status === 'failed') throw new Error('the video failed');
  }
}
