import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";

/**
 * What a screen reader's or a keyboard's user would stumble over: missing names and roles, contrast
 * below WCAG 2.1 AA. Each with the elements that it is about.
 */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source); // not a script of the page: its policy does not apply
  const options = {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"],
    resultTypes: ["violations"],
  };
  const run = `axe.run(document, ${JSON.stringify(options)})`;
  const { violations } = await page.evaluate<AxeResults>(run);
  return violations.map(({ id, help, nodes }) => {
    const elements = nodes.slice(0, 3).map(({ html }) => html);
    return `${id}: ${help}: ${elements.join(" ")}`;
  });
}
