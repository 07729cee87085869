/**
 * Why a release must not go out as it is; none where it may.
 *
 * @param {object} state
 * @param {string} state.version of the whole
 * @param {readonly (readonly [name: string, version: string])[]} state.versions of all packages
 * @param {string | null} state.tag that started the run
 * @param {readonly string[]} state.changesets that are in no version yet
 * @param {string | null} state.url of the repository, which a provenance has to name
 * @returns {readonly string[]}
 */
export function releaseProblems({ version, versions, tag, changesets, url }) {
  const others = versions.filter(([, each]) => each !== version).map(([name]) => name);
  return [
    ...(tag === `v${version}` ? [] : [`expected the tag v${version}, found ${tag ?? 'none'}`]),
    ...(others.length === 0 ? [] : [`not of version ${version}: ${others.join(', ')}`]),
    ...(changesets.length === 0
      ? []
      : [`${changesets.length} changesets are in no version: npm run version:all`]),
    ...(url === null ? ['REPOSITORY_URL is not set: provenance names the repository'] : []),
  ];
}
