import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { AssetMessage } from '../../../src/shared/messages.ts';
import type { CameraLink } from '../../../src/shared/camera-link.ts';
import { createCameraLink } from '../../../src/shared/camera-link.ts';
import { Select } from '../list/filters.tsx';
import { Icon } from '../icons.tsx';
import type { ImageFrame } from '../../../src/shared/image-frame.ts';
import { WHOLE } from '../../../src/shared/image-frame.ts';
import { ImageView } from '../stage/image-view.tsx';
import type { Look } from '../look.ts';
import { ModelView } from '../stage/model-view.tsx';
import { PlayerBar } from '../stage/player-bar.tsx';
import type { ColliderFile, StageItem } from '../stage/stage-item.ts';
import { Facts, shapeOf } from '../stage/stage.tsx';
import type { ModelFacts, Viewer } from '../viewer/viewer.ts';
import { VideoView } from '../stage/video-view.tsx';
import { UseThis } from './use-this.tsx';
import type { VideoLink } from './video-link.ts';

interface SideProps {
  readonly asset: AssetMessage;
  readonly item: StageItem;
  /** What may stand here: this one, and those that stand nowhere. */
  readonly choices: readonly StageItem[];
  readonly look: Look;
  readonly checker: boolean;
  readonly collider: ColliderFile | null;
  /** null: this picture is moved by itself. */
  readonly frame: ImageFrame | null;
  readonly onFrame: (frame: ImageFrame) => void;
  readonly cameras: CameraLink;
  readonly videos: VideoLink;
  readonly isLinked: boolean;
  readonly isReadOnly: boolean;
  readonly onBones: (count: number) => void;
  readonly onChoose: (id: string) => void;
  readonly onRemove: () => void;
}

/** One of a comparison, with what it is and what it costs a game. */
export function Side(props: SideProps): VNode {
  const { asset, item, choices, look, checker, collider, isLinked, onChoose, onRemove } = props;
  const [facts, setFacts] = useState<ModelFacts | null>(null);
  const [viewer, setViewer] = useState<Viewer | null>(null);
  const [own, setOwn] = useState<ImageFrame>(WHOLE);
  const alone = useRef(createCameraLink());
  const label = `${asset.name}, ${item.label}`;
  useEffect(() => setFacts(null), [item.digest]);
  return (
    <li class="side" aria-label={item.label}>
      <div class="side-head">
        <Select
          label={`Replace ${item.label}`}
          value={item.id}
          options={choices.map((each) => [each.id, each.label] as const)}
          onChange={onChoose}
        />
        <button type="button" class="icon-button" onClick={onRemove}>
          <Icon name="close" />
          <span class="unseen">Take {item.label} out of the comparison</span>
        </button>
      </div>
      <div
        class={checker ? `stage of-${item.type} checker` : `stage of-${item.type}`}
        style={item.type === 'video' ? { aspectRatio: shapeOf(item) } : {}}
      >
        {item.type === 'model' ? (
          <ModelView
            digest={item.digest}
            label={label}
            look={look}
            collider={collider}
            link={isLinked ? props.cameras : alone.current}
            onFacts={(known) => {
              setFacts(known);
              props.onBones(known.bones);
            }}
            onViewer={setViewer}
          />
        ) : item.type === 'image' ? (
          <ImageView
            item={item}
            label={label}
            frame={props.frame ?? own}
            onFrame={props.frame === null ? setOwn : props.onFrame}
          />
        ) : (
          <VideoView item={item} label={label} link={isLinked ? props.videos : null} />
        )}
        {item.draft ? <span class="badge draft over">Draft</span> : null}
      </div>
      <div class="side-foot">
        <Facts item={item} facts={facts} />
        <UseThis item={item} isReadOnly={props.isReadOnly} />
      </div>
      {viewer !== null && facts !== null && facts.clips.length > 0 ? (
        <PlayerBar viewer={viewer} clips={facts.clips} />
      ) : null}
    </li>
  );
}
