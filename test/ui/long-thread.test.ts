import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder } from "../cli/test-folder.js";
import { describeInBrowser } from "./browser.js";
import { LONG_THREAD, writeLongSession } from "./long-session.js";
import { openPane, openUi, visit } from "./open-ui.js";

const PANES = ["Prompt", "Difference", "Cache", "Forgotten", "Tree", "Transcript"];

/** Several times what a page may have of elements. The row `ui` of the benchmark has more. */
const ITEMS = 8_800;
const MIDDLE = 5_000;

describeInBrowser("a thread of many items", () => {
  test("is shown in windows, at any offset", { timeout: 120_000 }, async () => {
    const home = mkdtempSync(join(folder, "long-"));
    await writeLongSession(home, ITEMS);
    await using ui = await openUi({ home, opened: LONG_THREAD });
    await using watched = await visit(ui);
    const { page } = watched;
    // The end is there before all of it has been read.
    await page.locator(".part", { hasText: "year-1099" }).first().waitFor();
    await page.getByText(/^reading/).waitFor({ state: "detached", timeout: 100_000 });
    for (const pane of PANES) {
      await openPane(watched, pane);
      await page.locator(".virtual-row").first().waitFor();
      expect(await page.locator("*").count()).toBeLessThan(5_000);
    }
    await page.goto(`${page.url().split("#")[0] ?? ""}#/s/${LONG_THREAD}/at/${MIDDLE}/transcript`);
    const near = page.locator(".entry .offset", { hasText: /^#(499\d|5000)$/ });
    await near.first().waitFor();
    await openPane(watched, "Prompt");
    await page
      .locator(".part a", { hasText: /^#(499\d|5000)$/ })
      .first()
      .waitFor();
    expect([...watched.surprises, ...ui.defects]).toEqual([]);
  });
});
