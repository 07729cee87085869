/** Outputs that a row names one by one, where they need the same for the same reason. */
const MOST_NAMED = 2;

/**
 * The reason of an asset's plan as a person reads it: what holds for more than two outputs is written for the first of
 * them, with the number of the others.
 *
 * @param name of the asset, with which the names of its outputs begin
 * @param reason parts with `; ` between them, as a plan has it
 */
export function shortReason(name: string, reason: string): string {
  const alike = new Map<string, string[]>();
  for (const part of reason.split('; ')) {
    const words = part.split(' ').map((word) => (word.startsWith(name) ? '…' : word));
    const shape = words.join(' ');
    alike.set(shape, [...(alike.get(shape) ?? []), part]);
  }
  const parts = [...alike.values()].flatMap((group) =>
    group.length > MOST_NAMED
      ? [`${group[0]}; the same for ${group.length - 1} more outputs`]
      : group,
  );
  return parts.join('; ');
}
