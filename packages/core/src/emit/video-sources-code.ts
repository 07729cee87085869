import type { VideoFormat } from '../manifest/manifest.ts';
import type { MadeFile } from './made-file.ts';

/** Best first, by the beginning of the codec: a browser takes the first `<source>` that it plays. */
const PREFERENCE: readonly RegExp[] = [/^av01/, /^vp0?9/, /^(?:hvc1|hev1)/, /^avc[13]/];

/** Whether an output is a video again, and no still of it. */
export function isFilm({ output }: Pick<MadeFile, 'output'>): boolean {
  return output.step.type === 'video' || output.step.type === 'transcode';
}

/** `sources` of every video file for a `<video>`: the smallest codec first, wide before narrow. */
export function videoSourcesCode(files: readonly MadeFile[]): string {
  const films = files.flatMap((file, index) => (isFilm(file) ? [{ file, index }] : []));
  const rank = ({ meta }: MadeFile): number => {
    const found = PREFERENCE.findIndex((pattern) => pattern.test(meta.codec ?? ''));
    return found === -1 ? PREFERENCE.length : found;
  };
  const sorted = films.toSorted(
    (a, b) => rank(a.file) - rank(b.file) || (b.file.meta.width ?? 0) - (a.file.meta.width ?? 0),
  );
  const code = sorted.map(({ file, index }) => {
    const { width, height } = file.meta;
    const size = `width: ${width ?? null}, height: ${height ?? null}`;
    return `{ type: ${JSON.stringify(mediaType(file))}, src: f${index}, ${size} }`;
  });
  return `  sources: [${code.join(', ')}],`;
}

/** With its codecs (RFC 6381), by which a browser tells that it cannot play a file unloaded. */
function mediaType({ output, meta }: MadeFile): string {
  const codecs = [meta.codec, meta.audioCodec].filter((each) => each !== undefined);
  const type = `video/${output.format as VideoFormat}`;
  return codecs.length === 0 ? type : `${type}; codecs="${codecs.join(', ')}"`;
}
