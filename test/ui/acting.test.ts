import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callRefold } from "../cli/run-refold.js";
import { folder } from "../cli/test-folder.js";
import { describeInBrowser, type WatchedPage } from "./browser.js";
import { openPane, openUi, type Ui, visit } from "./open-ui.js";

const FIXTURE = "fixtures/turns.jsonl";
const HOME = join(folder, "acting");

async function choose(page: Page, act: string): Promise<void> {
  await page.getByText("Actions", { exact: true }).click();
  await page.getByRole("button", { name: act }).click();
  await page.getByRole("dialog").waitFor();
}

const confirm = (page: Page, verb: string) =>
  page.getByRole("dialog").getByRole("button", { name: verb, exact: true }).click();

const said = (page: Page) => page.locator(".toast");

describeInBrowser("acting from the page", () => {
  let imported = "";
  /** Forks of it, one for each test that changes its thread, and for a second try. */
  const forks: string[] = [];
  let ui: Ui;
  let watched: WatchedPage;
  beforeAll(async () => {
    mkdirSync(HOME);
    const { stdout } = await callRefold(["import", FIXTURE], { home: HOME });
    imported = /[0-9A-Z]{26}/.exec(stdout)?.[0] ?? "";
    while (forks.length < 6) {
      const forked = await callRefold(["fork", imported, "--at", "65"], { home: HOME });
      forks.push(forked.stdout.trim());
    }
    ui = await openUi({ home: HOME });
    watched = await visit(ui);
  });
  afterAll(async () => {
    await watched[Symbol.asyncDispose]();
    await ui[Symbol.asyncDispose]();
    // One act fails, as a test wants it.
    const surprises = watched.surprises.filter((each) => !each.includes("status of 422"));
    expect([...surprises, ...ui.defects]).toEqual([]);
  });

  async function show(threadId: string, at = ""): Promise<Page> {
    const { page } = watched;
    await page.goto(`http://127.0.0.1:${ui.port}/#/s/${threadId}${at}`);
    await page.reload();
    await page.locator(".part").first().waitFor();
    return page;
  }

  test("a fork begins at the offset that is shown, and the page goes there", async () => {
    const page = await show(imported, "/at/20");
    await choose(page, "Fork here…");
    await page.getByRole("textbox", { name: "Title of the fork" }).fill("another way");
    await confirm(page, "Fork");
    await page.getByRole("heading", { name: "another way" }).waitFor();
    await expect.poll(() => said(page).textContent()).toMatch(/^forked at #20: [0-9A-Z]{26}$/);
    const { stdout } = await callRefold(["tree", imported], { home: HOME });
    expect(stdout).toContain("fork at #20");
    await openPane(watched, "Tree");
    await page.locator(".tree-line.this").getByText("another way").waitFor();
    await page.locator(".tree-line.ancestor a").click();
    await page.waitForURL(new RegExp(`#/s/${imported}`));
  });

  test("a thread is rolled back, and undo and redo follow", async () => {
    const threadId = forks.pop() ?? "";
    const page = await show(threadId, "/at/45");
    await choose(page, "Roll back to here…");
    await confirm(page, "Roll back");
    await expect.poll(() => said(page).textContent()).toContain("back to #45");
    await choose(page, "Redo…");
    await confirm(page, "Redo");
    await expect.poll(() => said(page).textContent()).not.toContain("back to #45");
    await choose(page, "Undo…");
    await confirm(page, "Undo");
    const { stdout } = await callRefold(["tree", threadId], { home: HOME });
    expect(stdout).toContain("rolled back to #45");
  });

  test("a compaction shows what would go before it is done", async () => {
    const threadId = forks.pop() ?? "";
    const page = await show(threadId);
    await choose(page, "Compact…");
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/^Goes: \d+ items/).waitFor();
    const before = await callRefold(["log", threadId], { home: HOME });
    expect(before.stdout).not.toContain("history.compacted manual");
    const { stdout } = await callRefold(["compact", threadId, "--dry-run"], { home: HOME });
    const [, goes] = /^goes +(\d+ items?)/m.exec(stdout) ?? [];
    expect(await dialog.textContent()).toContain(`Goes: ${goes ?? "?"}`);
    await confirm(page, "Compact");
    await expect.poll(() => said(page).textContent()).toContain("compacted");
  });

  test("a file of another tool is imported first, which the page says, and stays as it is", async () => {
    const file = join(folder, "foreign.jsonl");
    copyFileSync("fixtures/clean.jsonl", file);
    const before = readFileSync(file);
    await using foreign = await openUi({ home: HOME, paths: [file], opened: file });
    await using opened = await visit(foreign);
    const { page } = opened;
    await choose(page, "Rename…");
    await page.getByRole("dialog").getByText("is never written").waitFor();
    await page.getByRole("textbox", { name: "Title" }).fill("renamed by the page");
    await confirm(page, "Rename");
    await expect.poll(() => said(page).textContent()).toContain("imported");
    expect(readFileSync(file)).toEqual(before);
    const { stdout } = await callRefold(["list"], { home: HOME });
    expect(stdout).toContain("renamed by the page");
  });

  test("an export is saved without its secrets", async () => {
    const page = await show(imported);
    await choose(page, "Export…");
    await page.getByRole("combobox", { name: "Format" }).selectOption("md");
    const [download] = await Promise.all([page.waitForEvent("download"), confirm(page, "Save")]);
    const text = readFileSync(await download.path(), "utf8");
    expect(download.suggestedFilename()).toMatch(/\.md$/);
    expect(text).toContain("almanac");
  });

  test("an experiment leads to its forks", async () => {
    const page = await show(imported);
    await choose(page, "Start an experiment…");
    await confirm(page, "Start");
    await page.getByRole("dialog").getByRole("link", { name: "brief" }).click();
    await page.getByRole("heading", { name: /brief/ }).waitFor();
  });

  test("what fails is said in the dialog, and nothing else changes", async () => {
    const page = await show(forks[0] ?? "");
    await choose(page, "Redo…");
    await confirm(page, "Redo");
    await page.getByRole("dialog").getByRole("alert").getByText("nothing-to-redo").waitFor();
    await page.keyboard.press("Escape");
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Actions");
    expect(page.url()).toContain(forks[0]);
  });

  test("with --read-only there is nothing to act with", async () => {
    await using readOnly = await openUi({ home: HOME, opened: imported, readOnly: true });
    await using page = await visit(readOnly);
    await page.page.locator(".part").first().waitFor();
    expect(await page.page.getByText("Actions", { exact: true }).count()).toBe(0);
    expect([...page.surprises, ...readOnly.defects]).toEqual([]);
  });
});
