import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { callRefold } from "../cli/run-refold.js";
import { folder } from "../cli/test-folder.js";
import { accessibilityFaults } from "./accessibility.js";
import { describeInBrowser, openPage, type WatchedPage } from "./browser.js";
import { hostileRollout, HOSTILE_MARK } from "./hostile-rollout.js";
import { openPane } from "./open-ui.js";

const PANES = ["Prompt", "Difference", "Cache", "Forgotten", "Tree", "Transcript"];

const PATH = join(folder, "exported.html");

async function exportedHtml(session: string, ...options: readonly string[]): Promise<string> {
  const words = ["export", session, "--format", "html", "-o", PATH, "--force", ...options];
  const { stderr } = await callRefold(words, { home: join(folder, "home") });
  expect(stderr).toContain("written to");
  return readFileSync(PATH, "utf8");
}

/** A page that was exported, as its reader opens it: from a file. */
async function exportedPage(session: string): Promise<WatchedPage> {
  await exportedHtml(session);
  const url = pathToFileURL(PATH).href;
  const watched = await openPage(url);
  await watched.page.goto(url);
  await watched.page.locator(".part").first().waitFor();
  return watched;
}

describeInBrowser("an exported page", () => {
  test("has the views of refold ui, and asks for nothing", async () => {
    const fixture = "fixtures/turns.jsonl";
    await using page = await exportedPage(fixture);
    await page.page.getByRole("heading", { level: 1, name: /almanac/ }).waitFor();
    for (const pane of PANES) {
      await openPane(page, pane);
      await page.page.locator(".virtual-row").first().waitFor();
    }
    expect(await accessibilityFaults(page.page)).toEqual([]);
    const { stdout } = await callRefold(["cache", fixture]);
    await openPane(page, "Cache");
    for (const words of stdout.trim().split("\n").slice(-2)) {
      await page.page.getByText(words).waitFor();
    }
    expect(page.surprises).toEqual([]);
  });

  test("shows hostile text as text, and its pictures", async () => {
    const session = join(folder, "hostile.jsonl");
    writeFileSync(session, hostileRollout());
    await using page = await exportedPage(session);
    await openPane(page, "Transcript");
    await page.page.locator(".picture img").waitFor();
    expect(await page.page.evaluate(`typeof globalThis.${HOSTILE_MARK}`)).toBe("undefined");
    expect(await page.page.locator("iframe, base, [onload], [onerror]").count()).toBe(0);
    expect(page.surprises).toEqual([]);
  });

  test("shows of a damaged session what can be read, and where it is damaged", async () => {
    await using page = await exportedPage("fixtures/damaged.jsonl");
    await page.page.getByText("Damaged: 6 places").waitFor();
    expect(page.surprises).toEqual([]);
  });

  test("holds none of the secrets that --redact replaces", async () => {
    const session = join(folder, "secret.jsonl");
    const secret = `sk-ant-api03-${"aB3dE5fG7hI9".repeat(8)}-AA`;
    const fixture = readFileSync("fixtures/turns.jsonl", "utf8");
    writeFileSync(session, fixture.replaceAll("The almanac for Cork", `${secret} for Cork`));
    const html = await exportedHtml(session, "--redact");
    expect(html).toContain("[redacted:anthropic-key:1] for Cork");
    expect(html).not.toContain(secret.slice(0, 40));
  });
});
