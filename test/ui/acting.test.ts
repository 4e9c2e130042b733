import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { callRefold } from "../cli/run-refold.js";
import { folder } from "../cli/test-folder.js";
import { describeInBrowser } from "./browser.js";
import { openPane, openUi, visit } from "./open-ui.js";

const FIXTURE = "fixtures/turns.jsonl";
let number = 0;
let home = "";

beforeEach(() => {
  number += 1;
  home = join(folder, `home-${number}`);
  mkdirSync(home);
});

async function importedThread(): Promise<string> {
  const { stdout } = await callRefold(["import", FIXTURE], { home });
  return /[0-9A-Z]{26}/.exec(stdout)?.[0] ?? "";
}

async function choose(page: Page, act: string): Promise<void> {
  await page.getByText("Actions", { exact: true }).click();
  await page.getByRole("button", { name: act }).click();
  await page.getByRole("dialog").waitFor();
}

const confirm = (page: Page, verb: string) =>
  page.getByRole("dialog").getByRole("button", { name: verb, exact: true }).click();

const said = (page: Page) => page.locator(".toast");

describeInBrowser("acting from the page", () => {
  test("a fork begins at the offset that is shown, and the page goes there", async () => {
    const threadId = await importedThread();
    await using ui = await openUi({ home, opened: threadId });
    await using watched = await visit(ui);
    const { page } = watched;
    await page.goto(`${page.url().split("#")[0] ?? ""}#/s/${threadId}/at/20`);
    await choose(page, "Fork here…");
    await page.getByRole("textbox", { name: "Title of the fork" }).fill("another way");
    await confirm(page, "Fork");
    await page.getByRole("heading", { name: "another way" }).waitFor();
    await expect.poll(() => said(page).textContent()).toMatch(/^forked at #20: [0-9A-Z]{26}$/);
    const { stdout } = await callRefold(["tree", threadId], { home });
    expect(stdout).toContain("fork at #20");
    await openPane(watched, "Tree");
    await page.locator(".tree-line.this").getByText("another way").waitFor();
    await page.locator(".tree-line.ancestor a").click();
    await page.waitForURL(new RegExp(`#/s/${threadId}`));
    expect([...watched.surprises, ...ui.defects]).toEqual([]);
  });

  test("a thread is rolled back, and undo and redo follow", async () => {
    const threadId = await importedThread();
    await using ui = await openUi({ home, opened: threadId });
    await using watched = await visit(ui);
    const { page } = watched;
    await page.goto(`${page.url().split("#")[0] ?? ""}#/s/${threadId}/at/45`);
    await choose(page, "Roll back to here…");
    await confirm(page, "Roll back");
    await expect.poll(() => said(page).textContent()).toContain("back to #45");
    await choose(page, "Redo…");
    await confirm(page, "Redo");
    await expect.poll(() => said(page).textContent()).not.toContain("back to #45");
    await choose(page, "Undo…");
    await confirm(page, "Undo");
    const { stdout } = await callRefold(["tree", threadId], { home });
    expect(stdout).toContain("rolled back to #45");
    expect([...watched.surprises, ...ui.defects]).toEqual([]);
  });

  test("a compaction shows what would go before it is done", async () => {
    const threadId = await importedThread();
    await using ui = await openUi({ home, opened: threadId });
    await using watched = await visit(ui);
    const { page } = watched;
    await choose(page, "Compact…");
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/^Goes: \d+ items/).waitFor();
    const before = await callRefold(["log", threadId], { home });
    expect(before.stdout).not.toContain("history.compacted manual");
    const { stdout } = await callRefold(["compact", threadId, "--dry-run"], { home });
    const [, goes] = /^goes +(\d+ items?)/m.exec(stdout) ?? [];
    expect(await dialog.textContent()).toContain(`Goes: ${goes ?? "?"}`);
    await confirm(page, "Compact");
    await expect.poll(() => said(page).textContent()).toContain("compacted");
    expect([...watched.surprises, ...ui.defects]).toEqual([]);
  });

  test("a file of another tool is imported first, which the page says, and stays as it is", async () => {
    const file = join(folder, `session-${number}.jsonl`);
    copyFileSync(FIXTURE, file);
    const before = readFileSync(file);
    await using ui = await openUi({ home, paths: [file], opened: file });
    await using watched = await visit(ui);
    const { page } = watched;
    await choose(page, "Rename…");
    await page.getByRole("dialog").getByText("is never written").waitFor();
    await page.getByRole("textbox", { name: "Title" }).fill("renamed by the page");
    await confirm(page, "Rename");
    await expect.poll(() => said(page).textContent()).toContain("imported");
    expect(readFileSync(file)).toEqual(before);
    const { stdout } = await callRefold(["list"], { home });
    expect(stdout).toContain("renamed by the page");
    expect([...watched.surprises, ...ui.defects]).toEqual([]);
  });

  test("an export is saved without its secrets", async () => {
    const threadId = await importedThread();
    await using ui = await openUi({ home, opened: threadId });
    await using watched = await visit(ui);
    const { page } = watched;
    await choose(page, "Export…");
    await page.getByRole("combobox", { name: "Format" }).selectOption("md");
    const [download] = await Promise.all([page.waitForEvent("download"), confirm(page, "Save")]);
    const text = readFileSync(await download.path(), "utf8");
    expect(download.suggestedFilename()).toMatch(/\.md$/);
    expect(text).toContain("almanac");
    expect([...watched.surprises, ...ui.defects]).toEqual([]);
  });

  test("an experiment leads to its forks", async () => {
    const threadId = await importedThread();
    await using ui = await openUi({ home, opened: threadId });
    await using watched = await visit(ui);
    const { page } = watched;
    await choose(page, "Start an experiment…");
    await confirm(page, "Start");
    await page.getByRole("dialog").getByRole("link", { name: "brief" }).click();
    await page.getByRole("heading", { name: /brief/ }).waitFor();
    expect([...watched.surprises, ...ui.defects]).toEqual([]);
  });

  test("what fails is said in the dialog, and nothing else changes", async () => {
    const threadId = await importedThread();
    await using ui = await openUi({ home, opened: threadId });
    await using watched = await visit(ui);
    const { page } = watched;
    await choose(page, "Redo…");
    await confirm(page, "Redo");
    await page.getByRole("dialog").getByRole("alert").getByText("nothing-to-redo").waitFor();
    await page.keyboard.press("Escape");
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Actions");
    expect(page.url()).toContain(threadId);
    expect(ui.defects).toEqual([]);
  });

  test("with --read-only there is nothing to act with", async () => {
    const threadId = await importedThread();
    await using ui = await openUi({ home, opened: threadId, readOnly: true });
    await using watched = await visit(ui);
    await watched.page.locator(".part").first().waitFor();
    expect(await watched.page.getByText("Actions", { exact: true }).count()).toBe(0);
    expect([...watched.surprises, ...ui.defects]).toEqual([]);
  });
});
