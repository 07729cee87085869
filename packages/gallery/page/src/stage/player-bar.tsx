import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Select } from '../list/filters.tsx';
import type { ClipFacts } from '../viewer/model-facts.ts';
import type { Viewer } from '../viewer/viewer.ts';

interface PlayerBarProps {
  readonly viewer: Viewer;
  readonly clips: readonly ClipFacts[];
}

const SPEEDS = ['0.25', '0.5', '1', '2'] as const;

/** Plays, stops and winds the animations of a model. */
export function PlayerBar({ viewer, clips }: PlayerBarProps): VNode {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const [clip, setClip] = useState(0);
  const [playing, setPlaying] = useState(!isCalm);
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>('1');
  const range = useRef<HTMLInputElement>(null);
  const told = useRef<HTMLOutputElement>(null);
  const duration = clips[clip]?.duration ?? 0;

  useEffect(() => {
    viewer.player?.setPlaying(playing);
    let frame = 0;
    // Not drawn by the page's components: sixty times a second that would be felt.
    const look = (): void => {
      const time = viewer.player?.time ?? 0;
      if (range.current !== null) range.current.value = String(time);
      if (told.current !== null) told.current.value = `${time.toFixed(2)} s`;
      if (playing) frame = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [viewer, playing, clip]);

  return (
    <div class="player" role="group" aria-label="Animation">
      <button type="button" onClick={() => setPlaying(!playing)}>
        {playing ? 'Pause' : 'Play'}
      </button>
      <Select
        label="Animation"
        value={String(clip)}
        options={[
          ...clips.map(({ name }, index) => [String(index), name] as const),
          ['-1', 'Pose without animation'] as const,
        ]}
        onChange={(chosen) => {
          setClip(Number(chosen));
          viewer.player?.choose(Number(chosen));
        }}
      />
      <input
        ref={range}
        type="range"
        min={0}
        max={duration}
        step={0.01}
        disabled={clip === -1}
        aria-label="Time"
        onInput={({ currentTarget }) => {
          setPlaying(false);
          viewer.player?.seek(Number(currentTarget.value));
          if (told.current !== null) {
            told.current.value = `${Number(currentTarget.value).toFixed(2)} s`;
          }
        }}
      />
      <output ref={told} class="figure" />
      <Select
        label="Speed"
        value={speed}
        options={SPEEDS.map((factor) => [factor, `${factor} ×`])}
        onChange={(factor) => {
          setSpeed(factor);
          viewer.player?.setSpeed(Number(factor));
        }}
      />
    </div>
  );
}
