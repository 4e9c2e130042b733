import { appendFileSync, copyFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder } from "../cli/test-folder.js";
import { accessibilityFaults } from "./accessibility.js";
import { describeInBrowser } from "./browser.js";
import { goTo, openPane, openUi, visit } from "./open-ui.js";

const FIXTURE = "fixtures/turns.jsonl";
const HOME = "/nonexistent/refold-home";
/** Each part of the page stands in one of these. */
const LOOKS = [
  ["Difference", "light"],
  ["Cache", "dark"],
  ["Transcript", "light"],
] as const;

describeInBrowser("the page of refold ui", () => {
  test("has names, roles and contrast for everyone in every view", async () => {
    await using ui = await openUi({ home: HOME, paths: [FIXTURE], opened: FIXTURE });
    await using watched = await visit(ui);
    const { page } = watched;
    for (const [pane, colorScheme] of LOOKS) {
      await page.emulateMedia({ colorScheme });
      await openPane(watched, pane);
      await page.locator(".virtual-row").first().waitFor();
      expect([pane, await accessibilityFaults(page)]).toEqual([pane, []]);
    }
    await page.getByText("Actions", { exact: true }).click();
    await page.getByRole("button", { name: "Compact…" }).click();
    await page.getByRole("dialog").getByText(/^Goes/).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    expect([...watched.surprises, ...ui.defects]).toEqual([]);
  });

  test("is used with the keyboard alone", async () => {
    await using ui = await openUi({ home: HOME, paths: ["fixtures"] });
    await using watched = await visit(ui);
    const { page } = watched;
    const { keyboard } = page;
    await page.locator("a.session-row").first().waitFor();
    await keyboard.press("/");
    await keyboard.type("Which days are missing");
    await keyboard.press("Enter");
    await page.locator("a.hit").first().waitFor();
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForURL(/\/at\/5\b/);
    await keyboard.press("ArrowRight");
    await page.waitForURL(/\/at\/6\b/);
    await keyboard.press("]");
    await page.waitForURL(/\/at\/(?!6\b)/);
    await keyboard.press("6");
    await page.getByRole("region", { name: "Transcript" }).waitFor();
    await keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await keyboard.press("Escape");
    await page.waitForURL(/#\/(\?|$)/);
    expect([...watched.surprises, ...ui.defects]).toEqual([]);
  });

  test("follows a session that another program writes", async () => {
    const file = join(folder, "live.jsonl");
    copyFileSync(FIXTURE, file);
    const text = { type: "output_text", text: "written while you look" };
    const payload = { type: "message", role: "assistant", content: [text] };
    await using ui = await openUi({ home: HOME, paths: [file], opened: file });
    await using watched = await visit(ui);
    await watched.page.locator(".part").first().waitFor();
    const line = { timestamp: "2026-04-09T20:00:00.000Z", type: "response_item", payload };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
    await watched.page.locator(".part", { hasText: "written while you look" }).waitFor();
    expect([...watched.surprises, ...ui.defects]).toEqual([]);
  });

  test("says that its server is gone, and goes on at the same place when it is back", async () => {
    const first = await openUi({ home: HOME, paths: [FIXTURE], opened: FIXTURE });
    await using watched = await visit(first);
    const { page } = watched;
    await page.locator(".part").first().waitFor();
    await openPane(watched, "Forgotten");
    await goTo(watched, 30);
    await page.waitForURL(/\/at\/30\/forgotten/);
    await first[Symbol.asyncDispose]();
    await openPane(watched, "Cache");
    await page.locator(".banner").waitFor();
    await using second = await openUi({ home: HOME, paths: [FIXTURE], port: first.port });
    // Its token is another: the reader has to come from the address that it printed.
    await page.getByRole("alert").first().waitFor();
    await page.goto(second.url);
    await page.waitForURL(/\/at\/30\/cache/);
    await page.locator(".request").first().waitFor();
  });

  test("shows a damaged session with where it is damaged and how to repair it", async () => {
    const file = "fixtures/damaged.jsonl";
    await using ui = await openUi({ home: HOME, paths: [file], opened: file });
    await using watched = await visit(ui);
    const damage = watched.page.locator(".damage");
    await damage.locator("summary").click();
    await expect.poll(() => damage.textContent()).toContain("refold repair");
    expect(await damage.textContent()).toContain("line 7");
    await watched.page.locator(".part").first().waitFor();
    expect([...watched.surprises, ...ui.defects]).toEqual([]);
  });

  test("a session that is gone is said to be gone", async () => {
    await using ui = await openUi({ home: HOME, paths: [FIXTURE], opened: FIXTURE });
    await using watched = await visit(ui);
    await watched.page.locator(".part").first().waitFor();
    await watched.page.goto(`${watched.page.url().split("#")[0] ?? ""}#/s/nobody`);
    await watched.page.getByRole("alert").getByText("not-found").waitFor();
  });
});
