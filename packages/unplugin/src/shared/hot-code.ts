/**
 * Code of a model that takes updates of itself in a dev server: what was loaded is replaced where it
 * stands. Other code stays as it is.
 *
 * @param asset name of the module: `props/dragon~three`
 * @param hot how the bundler calls its interface
 */
export function hotCode(
  asset: string,
  code: string,
  hot: 'import.meta.hot' | 'import.meta.webpackHot',
): string {
  if (!/.~three$/.test(asset)) return code;
  const keeping = code
    .replace(/^export const made/m, `let fresh;\nif (${hot}) fresh = ${hot}.data?.made;\n$&`)
    .replace(/^\}\);$/m, '}, { fresh });');
  return `${keeping}if (${hot}) {
  ${hot}.accept();
  ${hot}.dispose((data) => { data.made = made; });
}
`;
}
