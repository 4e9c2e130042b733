import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { shortFigure } from "../../src/projections/figures.js";
import { callRefold } from "../cli/run-refold.js";
import { folder } from "../cli/test-folder.js";
import { describeInBrowser, type WatchedPage } from "./browser.js";
import { ALL_ROWS, goTo, openPane, openUi, type Ui, visit } from "./open-ui.js";

/** Turns, a compaction, rollbacks, cut outputs, reports of usage. */
const FIXTURE = "fixtures/turns.jsonl";
const HOME = "/nonexistent/refold-home";
const OFFSETS = [20, 45, 65];

/** What a command prints as JSON. */
async function printed<Schema extends z.ZodType>(schema: Schema, ...words: readonly string[]) {
  const { stdout } = await callRefold(words, { home: HOME });
  return schema.parse(JSON.parse(stdout));
}

async function textsOf(rows: Locator): Promise<readonly string[]> {
  return (await rows.allTextContents()).map((text) => text.replace(/\s+/g, " ").trim());
}

/** What of a text can be found in the page, however its white space is laid out. */
function firstLine(text: string): string {
  return (text.split("\n")[0] ?? "").replace(/\s+/g, " ").trim().slice(0, 40);
}

describeInBrowser("the page shows what the commands print", () => {
  let ui: Ui;
  let watched: WatchedPage;
  beforeAll(async () => {
    ui = await openUi({ home: HOME, paths: [FIXTURE], opened: FIXTURE });
    watched = await visit(ui, ALL_ROWS);
  });
  afterAll(async () => {
    await watched[Symbol.asyncDispose]();
    await ui[Symbol.asyncDispose]();
    expect([...watched.surprises, ...ui.defects]).toEqual([]);
  });

  test.each(OFFSETS)("for the prompt at #%i", async (at) => {
    const Part = z.object({ owner: z.string(), tokens: z.number(), excerpt: z.string() });
    const Explained = z.object({ parts: z.array(Part) });
    await openPane(watched, "Prompt");
    await goTo(watched, at);
    const { parts } = await printed(Explained, "explain", FIXTURE, "--at", String(at), "--json");
    const rows = watched.page.getByRole("list", { name: "Parts of the prompt" }).locator(".part");
    await expect.poll(() => rows.count()).toBe(parts.length);
    const shown = await textsOf(rows);
    for (const [index, { owner, tokens, excerpt }] of parts.entries()) {
      expect(shown[index]).toContain(owner);
      expect(shown[index]).toContain(`${tokens.toLocaleString("en")} token`);
      expect(shown[index]).toContain(firstLine(excerpt));
    }
  });

  test("for a difference", async () => {
    const Entries = z.array(z.object({ ref: z.string() }));
    const Diff = z.object({ ledger: z.object({ onlyInA: Entries, onlyInB: Entries }) });
    const { page } = watched;
    await openPane(watched, "Difference");
    await goTo(watched, 45);
    await page.getByRole("spinbutton", { name: "Compare with event" }).fill("20");
    await page.keyboard.press("Enter");
    const { ledger } = await printed(Diff, "diff", `${FIXTURE}@20`, `${FIXTURE}@45`, "--json");
    const list = page.getByRole("list", { name: "Differences" });
    const shown = (side: "only-a" | "only-b") => textsOf(list.locator(`.${side} .offset`));
    const offsets = (entries: z.infer<typeof Entries>) =>
      entries.map(({ ref }) => `#${Number.parseInt(ref, 10)}`);
    await expect.poll(() => shown("only-b")).toEqual(offsets(ledger.onlyInB));
    expect(await shown("only-a")).toEqual(offsets(ledger.onlyInA));
  });

  test("for the cache", async () => {
    const Request = z.object({ offset: z.number(), break: z.unknown() });
    const Report = z.object({ requests: z.array(Request) });
    await openPane(watched, "Cache");
    const { stdout } = await callRefold(["cache", FIXTURE], { home: HOME });
    const lines = stdout.trim().split("\n");
    const pane = watched.page.getByRole("region", { name: "Cache" });
    await expect.poll(() => pane.textContent()).toContain(lines[0]);
    for (const words of lines.slice(-2)) expect(await pane.textContent()).toContain(words);
    const { requests } = await printed(Report, "cache", FIXTURE, "--json");
    const offsets = requests.map(({ offset }) => `#${offset}`);
    expect(await textsOf(pane.locator(".request > .offset"))).toEqual(offsets);
    const breaks = requests.filter((request) => request.break !== null).length;
    expect(await pane.locator(".break").count()).toBe(breaks);
  });

  test.each(OFFSETS)("for what was forgotten at #%i", async (at) => {
    const Forgetting = z.object({
      offset: z.number(),
      reason: z.string(),
      items: z.array(z.unknown()),
    });
    await openPane(watched, "Forgotten");
    await goTo(watched, at);
    const { stdout } = await callRefold(["forgetting", FIXTURE, "--at", String(at), "--json"]);
    const lines = `[${stdout.trim().replaceAll("\n", ",")}]`;
    const found = z.array(Forgetting).parse(JSON.parse(lines));
    const rows = watched.page.locator(".forgetting");
    await expect.poll(() => rows.count()).toBe(found.length);
    const shown = await textsOf(rows);
    for (const [index, { offset, reason, items }] of found.entries()) {
      expect(shown[index]).toContain(`#${offset}`);
      expect(shown[index]).toContain(reason);
      expect(shown[index]).toContain(`${items.length} item`);
    }
  });

  test("for the transcript", async () => {
    const Entry = z.object({ offset: z.number(), speaker: z.string() });
    const Transcript = z.object({ turns: z.array(z.object({ entries: z.array(Entry) })) });
    await openPane(watched, "Transcript");
    const { turns } = await printed(Transcript, "transcript", FIXTURE, "--format", "json");
    const entries = turns.flatMap((turn) => turn.entries);
    const rows = watched.page.locator(".entry");
    await expect.poll(() => rows.count()).toBe(entries.length);
    const shown = await textsOf(watched.page.locator(".entry .offset"));
    expect(shown).toEqual(entries.map(({ offset }) => `#${offset}`));
    for (const [index, { speaker }] of entries.entries()) {
      expect(await rows.nth(index).getAttribute("class")).toContain(speaker);
    }
  });

  test("for the tree of a family", async () => {
    const home = mkdtempSync(join(folder, "family-"));
    const call = async (...words: readonly string[]) =>
      (await callRefold(words, { home })).stdout.trim();
    const root = /[0-9A-Z]{26}/.exec(await call("import", FIXTURE))?.[0] ?? "";
    const fork = await call("fork", root, "--at", "30");
    await call("fork", fork, "--at", "20", "--title", "a fork of a fork");
    await call("rewind", root, "--to", "45");
    const lines = (await call("tree", fork)).split("\n");
    const expected = lines.map((line) => {
      const [, mark] = /^\W*#(\d+) /.exec(line) ?? [];
      const [, forkedAt] = / fork at #(\d+)/.exec(line) ?? [];
      const kind = mark !== undefined ? "mark" : "thread";
      return { kind, at: mark ?? forkedAt ?? null, isAsked: line.includes(fork) };
    });
    await using family = await openUi({ home, opened: fork });
    await using opened = await visit(family, ALL_ROWS);
    await openPane(opened, "Tree");
    const shown = opened.page.locator(".tree-line");
    await expect.poll(() => shown.count()).toBe(lines.length);
    const texts = await textsOf(shown);
    const classes = await opened.page.evaluate<readonly string[]>(
      `[...document.querySelectorAll(".tree-line")].map(({ className }) => className)`,
    );
    const found = classes.map((names, index) => ({
      kind: names.includes("mark") ? "mark" : "thread",
      at: /#(\d+)/.exec(texts[index] ?? "")?.[1] ?? null,
      isAsked: names.endsWith("this"),
    }));
    expect(found).toEqual(expected);
    await opened.page
      .getByRole("button", { name: /^Below The almanac/ })
      .first()
      .click();
    await expect.poll(() => shown.count()).toBe(1);
    expect([...opened.surprises, ...family.defects]).toEqual([]);
  });

  test("for the list of sessions", async () => {
    const Session = z.object({ title: z.string(), turns: z.number(), tokens: z.number() });
    const all = await printed(z.array(Session), "list", "fixtures", "--json");
    await using listed = await openUi({ home: HOME, paths: ["fixtures"] });
    await using opened = await visit(listed, ALL_ROWS);
    const rows = opened.page.locator("a.session-row");
    await expect.poll(() => rows.count()).toBe(all.length);
    const shown = await textsOf(rows);
    for (const [index, { title, turns, tokens }] of all.entries()) {
      expect(shown[index]).toContain(firstLine(title));
      expect(shown[index]).toContain(`${turns}${tokens === 0 ? "" : shortFigure(tokens)}`);
    }
  });
});
