/** How many jobs of this kind a CI runs beside each other, by the variable of each. */
const COUNTS = [
  'CI_NODE_TOTAL', // GitLab, Codeship
  'CIRCLE_NODE_TOTAL',
  'BUILDKITE_PARALLEL_JOB_COUNT',
  'SEMAPHORE_JOB_COUNT',
  'SYSTEM_TOTALJOBSINPHASE', // Azure Pipelines
] as const;

/**
 * Whether a build is one of several jobs of a CI, as far as that is known: GitHub and others tell
 * a job of no other, so that they count as several.
 */
export function isOneOfSeveralJobs(variable: (name: string) => string | undefined): boolean {
  const ci = variable('CI');
  if (ci === undefined || ci === '0' || ci.toLowerCase() === 'false') return false;
  const counts = COUNTS.map((name) => Number(variable(name) ?? Number.NaN));
  const known = counts.filter((count) => Number.isInteger(count) && count > 0);
  return known.length === 0 || known.some((count) => count > 1);
}
