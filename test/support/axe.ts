import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * What axe holds against the page as it is now: rule, and each element with what is wrong with it.
 * Evaluated from outside, so that the page's own policy need not allow it.
 * @param within a selector: only what is in there is looked at. @default the whole page
 */
export async function axeViolations(
  page: Page,
  within: string | null = null,
): Promise<readonly (readonly string[])[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (selector) => {
    const { axe: run } = window as unknown as {
      axe: {
        run(context: Document | Element): Promise<{
          violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
        }>;
      };
    };
    const element = selector === null ? document : document.querySelector(selector);
    if (element === null) throw new Error(`no ${selector} on the page`);
    return (await run.run(element)).violations.map(({ id, nodes }) => [
      id,
      ...nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
    ]);
  }, within);
}

/** From a phone to a desk. Unit: pixels. */
export const WIDTHS = [390, 768, 1024, 1440] as const;

/** As {@link axeViolations}, at {@link WIDTHS}, light and dark: what is held against it, by width and theme. */
export async function axeEverywhere(
  page: Page,
  within: string | null = null,
): Promise<Readonly<Record<string, readonly (readonly string[])[]>>> {
  const found: Record<string, readonly (readonly string[])[]> = {};
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const violations = await axeViolations(page, within);
      if (violations.length > 0) found[`${colorScheme}, ${width} px`] = violations;
    }
  }
  return found;
}
