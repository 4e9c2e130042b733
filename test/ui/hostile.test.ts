import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { folder } from "../cli/test-folder.js";
import { describeInBrowser } from "./browser.js";
import { HOSTILE_MARK, hostileRollout } from "./hostile-rollout.js";
import { openPane, openUi, visit } from "./open-ui.js";

/** Each view, with what it shows when its rows are there. */
const PANES = [
  ["Prompt", ".part"],
  ["Difference", ".side-item"],
  ["Cache", ".request"],
  ["Forgotten", ".forgetting"],
  ["Tree", ".tree-line"],
  ["Transcript", ".entry"],
] as const;

/** Elements, attributes and links of a kind that no view makes. */
const REFUSED =
  /^(?:script|iframe|base|animate|title|style|object|embed|on\w+|javascript:.*|data:.*)$/;

describeInBrowser("hostile text", () => {
  test("is shown as text in every view, and nothing of it acts or is asked for", async () => {
    const place = join(folder, "hostile");
    mkdirSync(place);
    const file = join(place, "<img src=x onerror=alert(6)>.jsonl");
    writeFileSync(file, hostileRollout());
    await using ui = await openUi({ home: join(place, "home"), paths: [file], opened: file });
    const tall = { viewport: { width: 1280, height: 4_000 } };
    await using watched = await visit(ui, tall);
    const { page } = watched;
    const seen: string[] = [];
    for (const [pane, rows] of PANES) {
      await openPane(watched, pane);
      await page.locator(rows).first().waitFor();
      await page.evaluate(
        `for (const each of document.querySelectorAll("details")) each.open = true`,
      );
      for (const name of ["original", "whole output"]) {
        const original = page.getByRole("button", { name });
        if ((await original.count()) > 0) await original.first().click();
      }
      // Every element that there is, and where each link that leads out leads to.
      const found: unknown = await page.evaluate(`[...document.querySelectorAll(".pane *")].flatMap(
        (each) => [each.localName, ...(/^#/.test(each.getAttribute("href") ?? "#") ? [] : [each.href]),
          ...each.getAttributeNames().filter((name) => name.startsWith("on"))])`);
      seen.push(...z.array(z.string()).parse(found));
    }
    await page.locator(".picture", { hasText: "not shown" }).waitFor();
    const expected = ["img", "http://127.0.0.1:9/p.png", "http://127.0.0.1:9/", "details", "svg"];
    expect(expected.filter((each) => !seen.includes(each))).toEqual([]);
    expect(seen.filter((each) => REFUSED.test(each))).toEqual([]);
    await page.getByRole("searchbox", { name: "Search sessions" }).fill("javascript");
    await page.getByRole("button", { name: "Texts" }).click();
    await page.locator(".hit").first().waitFor();
    expect(await page.evaluate(`typeof globalThis.${HOSTILE_MARK}`)).toBe("undefined");
    expect(await page.locator("body").textContent()).toContain(
      `<script>globalThis.${HOSTILE_MARK}=1`,
    );
    // The server sends no SVG: that picture is said to be not shown.
    expect(watched.surprises.filter((each) => !each.includes("404"))).toEqual([]);
    expect(ui.defects).toEqual([]);
  });
});
