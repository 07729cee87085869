import { expect, it } from 'vitest';
import { isOneOfSeveralJobs } from './ci-jobs.ts';

it.each<[is: boolean, env: Readonly<Record<string, string>>]>([
  [false, {}],
  [false, { CI: 'false', CI_NODE_TOTAL: '4' }],
  [true, { CI: 'true', GITHUB_ACTIONS: 'true' }],
  [true, { CI: 'true', CI_NODE_TOTAL: '4' }],
  [true, { CI: '1', SYSTEM_TOTALJOBSINPHASE: '2' }],
  [false, { CI: 'true', CI_NODE_TOTAL: '1' }],
  [true, { CI: 'true', CIRCLE_NODE_TOTAL: 'many' }],
])('%s: %j', (is, env) => {
  expect(isOneOfSeveralJobs((name) => env[name])).toBe(is);
});
