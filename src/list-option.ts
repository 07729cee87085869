/** An option that takes a comma list, and may be given several times; empty where it is not given. */
export function listOption(
  options: Readonly<Record<string, unknown>>,
  name: string,
): readonly string[] {
  return [options[name] ?? []]
    .flat()
    .flatMap((text) => String(text).split(','))
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
