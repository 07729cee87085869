import type { VNode } from 'preact';
import type { AssetMessage, OutputMessage } from '../../../src/shared/messages.ts';
import { contentUrl } from '../api.ts';
import { printBytes, printCount } from '../format.ts';
import { Icon } from '../icons.tsx';
import { outputLabel } from '../stage/stage-item.ts';

interface FilesProps {
  readonly asset: AssetMessage;
  readonly onShow: (id: string) => void;
}

/** Every output with what it is. */
export function Files({ asset, onShow }: FilesProps): VNode {
  return (
    <section>
      <h2>Outputs</h2>
      <ul class="files">
        {asset.files.map((file) => (
          <li key={file.name}>
            <div class="file-line">
              {isShown(file) ? (
                <button type="button" class="link" onClick={() => onShow(`file:${file.name}`)}>
                  {outputLabel(asset, file.name)}
                </button>
              ) : (
                <span>{outputLabel(asset, file.name)}</span>
              )}
              {file.draft ? <span class="badge draft">Draft</span> : null}
              <span class="figure">
                {file.bytes === null ? 'not made' : printBytes(file.bytes)}
              </span>
              {file.digest === null ? (
                <span class="icon-button off" />
              ) : (
                <a
                  class="icon-button"
                  href={contentUrl(file.digest)}
                  download={file.name.replace(/^.*\//, '')}
                >
                  <Icon name="download" />
                  <span class="unseen">Download {file.name}</span>
                </a>
              )}
            </div>
            <p class="hint">{[file.step, ...factsOf(file)].join(' · ')}</p>
            {file.maps === undefined || file.maps.length === 0 ? null : (
              <p class="hint">{file.maps.join(' · ')}</p>
            )}
            {file.reason === '' ? null : <p class="hint reason">{file.reason}</p>}
          </li>
        ))}
      </ul>
      <Before asset={asset} onShow={onShow} />
    </section>
  );
}

/** In a copy that compares: the outputs that it had, to be looked at. */
function Before({ asset, onShow }: FilesProps): VNode | null {
  const files = asset.beforeFiles ?? [];
  if (files.length === 0) return null;
  return (
    <>
      <h3>Before</h3>
      <ul class="files">
        {files.map((file) => (
          <li key={file.name} class="file-line">
            <button type="button" class="link" onClick={() => onShow(`before:file:${file.name}`)}>
              {outputLabel(asset, file.name)}
              <span class="unseen">, before</span>
            </button>
            <span class="figure">{file.bytes === null ? '' : printBytes(file.bytes)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function isShown({ digest, format }: OutputMessage): boolean {
  return digest !== null && ['glb', 'mp4', 'webm', 'png', 'jpeg', 'webp', 'avif'].includes(format);
}

function factsOf(file: OutputMessage): string[] {
  const { width, height, triangles, materials, textures, animations, duration } = file;
  const { gpuBytes, drawCalls } = file;
  return [
    ...(width === undefined || height === undefined ? [] : [`${width} × ${height} px`]),
    ...(triangles === undefined ? [] : [`${printCount(triangles)} triangles`]),
    ...(materials === undefined
      ? []
      : [`${materials} ${materials === 1 ? 'material' : 'materials'}`]),
    ...(textures === undefined ? [] : [`${textures} ${textures === 1 ? 'texture' : 'textures'}`]),
    ...(gpuBytes === undefined ? [] : [`${printBytes(gpuBytes)} of GPU memory`]),
    ...(drawCalls === undefined
      ? []
      : [`${printCount(drawCalls)} ${drawCalls === 1 ? 'draw call' : 'draw calls'}`]),
    ...(animations === undefined || animations.length === 0
      ? []
      : [`animations: ${animations.join(', ')}`]),
    ...(duration === undefined ? [] : [`${duration.toFixed(1)} s`]),
    ...(file.public === null ? [] : [`also at /${file.public}`]),
  ];
}
