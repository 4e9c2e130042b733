import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder } from "../cli/test-folder.js";
import { describeInBrowser } from "./browser.js";
import { LONG_THREAD, writeLongSession } from "./long-session.js";
import { openPane, openUi, visit } from "./open-ui.js";

const PANES = ["Prompt", "Difference", "Cache", "Forgotten", "Tree", "Transcript"];

describeInBrowser("a thread of 100,000 items", () => {
  test("is shown in windows, at any offset", { timeout: 240_000 }, async () => {
    const home = join(folder, "long");
    mkdirSync(home);
    await writeLongSession(home, 100_000);
    await using ui = await openUi({ home, opened: LONG_THREAD });
    await using watched = await visit(ui);
    const { page } = watched;
    // The end is there before all of it has been read.
    await page.locator(".part", { hasText: "year-12499" }).first().waitFor();
    await page.getByText(/^reading/).waitFor({ state: "detached", timeout: 200_000 });
    for (const pane of PANES) {
      await openPane(watched, pane);
      await page.locator(".virtual-row").first().waitFor();
      expect(await page.locator("*").count()).toBeLessThan(5_000);
    }
    await page.goto(`${page.url().split("#")[0] ?? ""}#/s/${LONG_THREAD}/at/60000/transcript`);
    const near = page.locator(".entry .offset", { hasText: /^#(5999\d|60000)$/ });
    await near.first().waitFor();
    await openPane(watched, "Prompt");
    await page
      .locator(".part a", { hasText: /^#(5999\d|60000)$/ })
      .first()
      .waitFor();
    expect([...watched.surprises, ...ui.defects]).toEqual([]);
  });
});
