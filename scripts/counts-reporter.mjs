// A reporter of vitest for `npm test`: counts, the time of each file and a line for each failure, as
// JSON in a file that TEST_COUNTS_FILE names. Vitest's own JSON does not tell of a set-up (`beforeAll`) that failed.
import { writeFileSync } from 'node:fs';

export default class CountsReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const states = tests.map((test) => test.result().state);
    const failures = [
      ...tests.filter((test) => test.result().state === 'failed'),
      ...modules.flatMap((module) => [module, ...module.children.allSuites()]).filter(hasErrors),
    ].map(told);
    const counts = {
      passed: states.filter((state) => state === 'passed').length,
      skipped: states.filter((state) => state === 'skipped').length,
      failures: [
        ...failures,
        ...unhandledErrors.map((error) => `outside of tests: ${first(error)}`),
      ],
      secondTries: tests.filter((test) => test.diagnostic()?.flaky === true).map(told),
      files: modules.map((module) => ({
        file: module.relativeModuleId,
        seconds: secondsOf(module.diagnostic()),
      })),
    };
    writeFileSync(process.env.TEST_COUNTS_FILE, JSON.stringify(counts));
  }
}

/** From the start of its imports to the end of its last hook. */
function secondsOf({ collectDuration, setupDuration, duration }) {
  return (collectDuration + setupDuration + duration) / 1000;
}

/** Of a file or a `describe`, not of its tests. */
function hasErrors(suite) {
  return suite.errors().length > 0;
}

function told(entity) {
  const module = entity.type === 'module' ? entity : entity.module;
  const name = entity.type === 'module' ? '' : ` › ${entity.fullName}`;
  const errors = entity.type === 'test' ? entity.result().errors : entity.errors();
  return `${module.relativeModuleId}${name}: ${errors?.map(first)[0] ?? ''}`;
}

function first({ message = '' }) {
  return message.trim().split('\n')[0].slice(0, 300);
}
