import type { VNode } from 'preact';
import { wordChanges } from '../../../src/shared/word-diff.ts';

/** A text, with what is other than in the text before it marked. */
export function WordChanges({
  before,
  after,
}: {
  readonly before: string;
  readonly after: string;
}): VNode {
  return (
    <>
      {wordChanges(before, after).map(({ type, text }, index) =>
        type === 'same' ? (
          text
        ) : type === 'gone' ? (
          <del key={index}>{text}</del>
        ) : (
          <ins key={index}>{text}</ins>
        ),
      )}
    </>
  );
}
