import { afterAll, beforeAll, expect, test } from "vitest";
import { callRefold } from "../cli/run-refold.js";
import { describeInBrowser, type WatchedPage } from "./browser.js";
import { goTo, openPane, openUi, type Ui, visit } from "./open-ui.js";

/** Turns, a compaction, rollbacks, cut outputs, reports of usage. */
const FIXTURE = "fixtures/turns.jsonl";
const HOME = "/nonexistent/refold-home";

describeInBrowser("reading a session in the page", () => {
  let ui: Ui;
  let watched: WatchedPage;
  beforeAll(async () => {
    ui = await openUi({ home: HOME, paths: [FIXTURE], opened: FIXTURE });
    watched = await visit(ui);
    await watched.page.locator(".part").first().waitFor();
  });
  afterAll(async () => {
    await watched[Symbol.asyncDispose]();
    await ui[Symbol.asyncDispose]();
    expect([...watched.surprises, ...ui.defects]).toEqual([]);
  });

  /** The prompt that is shown. */
  const shows = (at: number) => watched.page.locator(`.prompt[data-at="${at}"]`).waitFor();

  test("a place is in the address, and the address leads back to it", async () => {
    const { page } = watched;
    await goTo(watched, 30);
    await shows(30);
    for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft"]) await page.keyboard.press(key);
    await shows(31);
    await page.waitForURL(/\/at\/31(?!\d)/);
    await page.reload();
    await shows(31);
    await page.goBack(); // a step is no entry of its own
    await page.waitForURL(/#\/s\/[^/]+$/);
  });

  test("the end is followed until a step leaves it", async () => {
    const { page } = watched;
    const follow = page.getByRole("button", { name: "Follow" });
    await page.keyboard.press("End");
    await expect.poll(() => follow.getAttribute("aria-pressed")).toBe("true");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => follow.getAttribute("aria-pressed")).toBe("false");
  });

  test("the scrubber follows the pointer", async () => {
    const { page } = watched;
    await page.keyboard.press("Home");
    await shows(0);
    const slider = page.getByRole("slider", { name: "Event" });
    const { x = 0, y = 0, width = 0, height = 0 } = (await slider.boundingBox()) ?? {};
    await page.mouse.move(x + width / 4, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
    await page.mouse.up();
    const shown = Number(await slider.getAttribute("aria-valuenow"));
    expect(shown).toBeGreaterThan(0);
    expect(await slider.getAttribute("aria-valuetext")).toContain(`event ${shown} of`);
    await shows(shown);
  });

  test("the wheel and keys show a part of the chart, where the same way is fewer events", async () => {
    const { page } = watched;
    const slider = page.getByRole("slider", { name: "Event" });
    const { x = 0, y = 0, width = 0, height = 0 } = (await slider.boundingBox()) ?? {};
    const offsetAt = async (share: number) => {
      await page.mouse.click(x + width * share, y + height / 2);
      return Number(await slider.getAttribute("aria-valuenow"));
    };
    const apart = async () => (await offsetAt(0.6)) - (await offsetAt(0.4));
    const all = await apart();
    await page.mouse.wheel(0, -2_000);
    expect(await apart()).toBeLessThan(all);
    await page.keyboard.press("0");
    expect(await apart()).toBe(all);
    await page.keyboard.press("+");
    expect(await apart()).toBeLessThan(all);
    await page.keyboard.press("0");
  });

  test("printing has the whole transcript up to the offset", async () => {
    const { page } = watched;
    await goTo(watched, 30);
    await openPane(watched, "Transcript");
    await page.evaluate(
      `globalThis.print = () => (globalThis.onPaper = document.querySelectorAll(".printed .entry").length)`,
    );
    await page.getByRole("button", { name: "Print…" }).click();
    const { stdout } = await callRefold(["transcript", FIXTURE, "--at", "30", "--format", "json"]);
    const entries = stdout.match(/"speaker":/g)?.length ?? 0;
    await expect.poll(() => page.evaluate("globalThis.onPaper")).toBe(entries);
    await openPane(watched, "Prompt");
  });

  test("a compaction is reached from its mark, and by the keys of the turns", async () => {
    const { page } = watched;
    await page.keyboard.press("Home");
    await page.getByRole("button", { name: /^\d+ compactions?$/ }).click();
    const type = page.locator(".event-words code");
    await expect.poll(() => type.textContent()).toBe("history.compacted");
    const before = page.url();
    await page.keyboard.press("Shift+ArrowLeft");
    await expect.poll(() => type.textContent()).not.toBe("history.compacted");
    await expect.poll(() => page.url()).not.toBe(before);
  });

  test("a prompt for another provider says what is repaired, and a part leads to its event", async () => {
    const { page } = watched;
    await goTo(watched, 45);
    await shows(45);
    await page.getByRole("combobox", { name: "Provider" }).selectOption("anthropic");
    await page.waitForURL(/provider=anthropic/);
    await page.getByRole("button", { name: /^[1-9]\d* repairs?$/ }).click();
    await page.getByRole("list", { name: "Repairs" }).getByRole("listitem").first().waitFor();
    const origin = page.locator(".part .part-head a").last();
    const offset = Number(/\d+/.exec((await origin.textContent()) ?? "")?.[0]);
    await origin.click();
    await shows(offset);
    await page.getByRole("combobox", { name: "Provider" }).selectOption("");
  });

  test("a filter leaves the sessions that it names, and says so where there are none", async () => {
    const { page } = watched;
    await page.keyboard.press("/");
    await page.keyboard.type("no session is called that");
    await page.getByText("No session has these words").waitFor();
    await page.getByRole("searchbox", { name: "Search sessions" }).fill("codex");
    await page.locator("a.session-row").first().waitFor();
  });
});
