import type { BaseIssue } from 'valibot';
import { isObject } from '../is-object.ts';

/** One thing that a schema refuses, and where. */
export interface FlatIssue {
  readonly path: (string | number)[];
  /** The object that holds unknown keys; null where another thing is wrong. */
  readonly unknown: object | null;
  readonly issue: BaseIssue<unknown>;
}

/** Of a union, only the branch that the value was meant for is worth telling. */
export function flatIssues(
  issues: readonly BaseIssue<unknown>[],
  base: readonly (string | number)[] = [],
): FlatIssue[] {
  return issues.flatMap((issue) => {
    const path = [...base, ...(issue.path ?? []).map((item) => item.key as string | number)];
    if (issue.type === 'union' && issue.issues !== undefined) {
      const branch = Array.isArray(issue.input) ? 'array' : 'object';
      const inner = issue.issues.filter((each) => each.path?.[0]?.type === branch);
      if (inner.length > 0) return flatIssues(inner, path);
    }
    const isUnknown = issue.type === 'strict_object' && issue.expected === 'never';
    const holder = isUnknown ? (issue.path?.at(-1)?.input as unknown) : null;
    return [{ path, unknown: isObject(holder) ? holder : null, issue }];
  });
}
