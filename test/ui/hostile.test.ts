import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { PNG } from "./tiny-png.js";
import { folder } from "../cli/test-folder.js";
import { describeInBrowser } from "./browser.js";
import { openPane, openUi, visit } from "./open-ui.js";

/** Each would set this, or open a dialog, if it were more than a text. */
const MARK = "refoldWasHere";
const HOSTILE = [
  `<script>globalThis.${MARK}=1;alert(1)</script>`,
  `<img src=x onerror="globalThis.${MARK}=1;alert(2)">`,
  `<svg onload="globalThis.${MARK}=1"><animate onbegin=alert(3) attributeName=x dur=1s></svg>`,
  `[link](javascript:globalThis.${MARK}=1) ![p](http://127.0.0.1:9/p.png) <http://127.0.0.1:9/>`,
  `"><iframe srcdoc="<script>parent.${MARK}=1</script>"></iframe>`,
  `</pre></title></style></script><base href="http://127.0.0.1:9/">{{constructor}}\${alert(4)}`,
  "\u202egnp.exe\u2066 \x1b[31m",
].join("\n");
const LINE = HOSTILE.replaceAll("\n", " ");
const SVG = `data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(5)"/>`).toString("base64")}`;

/** A Codex rollout in which every text is hostile. */
function hostileRollout(): string {
  const at = (second: number) => `2026-04-02T08:41:${String(second).padStart(2, "0")}.000Z`;
  const message = (role: string, type: string) => ({
    ...{ type: "message", role },
    content: [{ type, text: HOSTILE }],
  });
  const payloads: readonly (readonly [string, object])[] = [
    [
      "session_meta",
      {
        ...{ id: "019d4d4a-1b58-7aa3-b6c4-0d5e8f31a7c9", timestamp: at(0), cwd: `/tmp/${LINE}` },
        ...{ originator: LINE, cli_version: LINE, instructions: HOSTILE },
      },
    ],
    ["turn_context", { model: LINE, cwd: `/tmp/${LINE}`, approval_policy: LINE, effort: LINE }],
    ["response_item", message("user", "input_text")],
    ["event_msg", { type: "user_message", message: HOSTILE }],
    ["response_item", message("developer", "input_text")],
    ["response_item", { type: "reasoning", summary: [{ type: "summary_text", text: HOSTILE }] }],
    [
      "response_item",
      {
        ...{ type: "function_call", name: LINE, call_id: LINE },
        arguments: JSON.stringify({ command: ["bash", "-lc", HOSTILE], [LINE]: LINE }),
      },
    ],
    ["response_item", { type: "function_call_output", call_id: LINE, output: HOSTILE }],
    [
      "response_item",
      {
        ...{ type: "custom_tool_call", name: "apply_patch", call_id: "patch" },
        input: `*** Begin Patch\n*** Update File: ${LINE}\n-${LINE}\n+${LINE}\n*** End Patch`,
      },
    ],
    ["response_item", { type: "custom_tool_call_output", call_id: "patch", output: HOSTILE }],
    [
      "response_item",
      {
        ...{ type: "message", role: "user" },
        content: [
          { type: "input_image", image_url: SVG },
          { type: "input_image", image_url: PNG },
          { type: "input_image", image_url: "http://127.0.0.1:9/remote.png" },
        ],
      },
    ],
    ["response_item", message("assistant", "output_text")],
    ["compacted", { message: HOSTILE }],
    ["event_msg", { type: LINE, message: HOSTILE }],
    [LINE, { what: HOSTILE }],
  ];
  const lines = payloads.map(([type, payload], second) =>
    JSON.stringify({ timestamp: at(second), type, payload }),
  );
  return [...lines, `{"timestamp":"${LINE}`, ""].join("\n");
}

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
    expect(await page.evaluate(`typeof globalThis.${MARK}`)).toBe("undefined");
    expect(await page.locator("body").textContent()).toContain(`<script>globalThis.${MARK}=1`);
    // The server sends no SVG: that picture is said to be not shown.
    expect(watched.surprises.filter((each) => !each.includes("404"))).toEqual([]);
    expect(ui.defects).toEqual([]);
  });
});
