/** Why a result of the embedded service is not what its prompt asks for. */
export interface StandIn {
  /** Words of the prompt that name nothing it can draw. */
  readonly unknown: readonly string[];
  /** Words that have an effect all the same: colours, materials, styles. */
  readonly known: readonly string[];
}

/** "the embedded service does not know `skull`: a stand-in". */
export function standInText({ unknown, known }: StandIn): string {
  const named = unknown.slice(0, 4).map((word) => `\`${word}\``);
  const what =
    named.length === 0 ? 'knows no object in the prompt' : `does not know ${named.join(', ')}`;
  const heard = known.length === 0 ? '' : ` (it knows: ${known.slice(0, 6).join(', ')})`;
  return `the embedded service ${what}: a stand-in${heard}`;
}
