import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * What axe holds against the page as it is now: rule, and each element with what is wrong with it.
 * Evaluated from outside, so that the page's own policy need not allow it.
 * @param within a selector: only what is in there is looked at. @default the whole page
 * @param rules only these are tried. @default all
 */
export async function axeViolations(
  page: Page,
  within: string | null = null,
  rules: readonly string[] | null = null,
): Promise<readonly (readonly string[])[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ selector, only }) => {
      const { axe: run } = window as unknown as {
        axe: {
          run(
            context: Document | Element,
            options: object,
          ): Promise<{
            violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
          }>;
        };
      };
      const element = selector === null ? document : document.querySelector(selector);
      if (element === null) throw new Error(`no ${selector} on the page`);
      // Only what is wrong is reported, with the element itself in place of a selector for it.
      const options = {
        selectors: false,
        resultTypes: ['violations'],
        ...(only === null ? {} : { runOnly: { type: 'rule', values: [...only] } }),
      };
      return (await run.run(element, options)).violations.map(({ id, nodes }) => [
        id,
        ...nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
      ]);
    },
    { selector: within, only: rules },
  );
}

/** From a phone to a desk. Unit: pixels. */
export const WIDTHS = [390, 768, 1024, 1440] as const;

/** The rules that read colours; a theme changes nothing else. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'] as const;

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
      const violations = await axeViolations(
        page,
        within,
        colorScheme === 'dark' ? OF_COLOURS : null,
      );
      if (violations.length > 0) found[`${colorScheme}, ${width} px`] = violations;
    }
  }
  return found;
}
