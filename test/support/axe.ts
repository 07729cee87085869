import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * What axe holds against the page as it is now: rule, and each element with what is wrong with it.
 * Evaluated from outside, so that the page's own policy need not allow it.
 */
export async function axeViolations(page: Page): Promise<readonly (readonly string[])[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: run } = window as unknown as {
      axe: {
        run(): Promise<{
          violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
        }>;
      };
    };
    return (await run.run()).violations.map(({ id, nodes }) => [
      id,
      ...nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
    ]);
  });
}
