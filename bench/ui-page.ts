import { existsSync, readFileSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";
import { findBrowser } from "../test/ui/find-browser.js";
import { isSuperuser } from "../test/is-superuser.js";

/** The page of `refold ui` in a browser, at the prompt of a thread. */
export class UiPage {
  readonly #browser: Browser;
  readonly #page: Page;

  private constructor(browser: Browser, page: Page) {
    this.#browser = browser;
    this.#page = page;
  }

  /** @returns null: this machine has no browser */
  static async open(url: string): Promise<UiPage | null> {
    const executablePath = findBrowser();
    if (executablePath === null) return null;
    const browser = await chromium.launch({
      executablePath,
      chromiumSandbox: !isSuperuser(),
      args: ["--disable-gpu"],
    });
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(url);
    await page.locator(".part").first().waitFor();
    return new UiPage(browser, page);
  }

  /** Goes to an offset, and waits for its prompt. */
  async goTo(threadId: string, offset: number): Promise<void> {
    await this.#page.evaluate(`location.hash = "#/s/${threadId}/at/${offset}/prompt"`);
    await this.#page.locator(`.prompt[data-at="${offset}"]`).waitFor();
  }

  /** Shows a view of the thread, by its tab. */
  async show(view: string): Promise<void> {
    const tabs = this.#page.getByRole("navigation", { name: "Views" });
    await tabs.getByRole("link", { name: view }).click();
    await this.#page.locator(".virtual-row").first().waitFor();
  }

  /**
   * Steps by keys, each when the prompt of the one before is painted.
   * @returns how long each took, from the key to the painted prompt, in milliseconds
   */
  async step(keys: readonly ("ArrowRight" | "ArrowLeft")[]): Promise<readonly number[]> {
    const steps = JSON.stringify(keys);
    return this.#page.evaluate<readonly number[]>(`(async () => {
      const shown = () => Number(document.querySelector(".prompt").dataset.at);
      const times = [];
      for (const key of ${steps}) {
        const wanted = shown() + (key === "ArrowRight" ? 1 : -1);
        const start = performance.now();
        dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
        do await new Promise((next) => requestAnimationFrame(next));
        while (shown() !== wanted);
        // A frame's callbacks run before it is painted, what they set a timer for runs after.
        await new Promise((next) => setTimeout(next));
        times.push(performance.now() - start);
      }
      return times;
    })()`);
  }

  /** Memory of the page's own process, which it shares with nobody, in MB; 0 where the system does not tell. */
  async ownMb(): Promise<number> {
    const session = await this.#browser.newBrowserCDPSession();
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    const sizes = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => ownMb(id));
    return Math.max(0, ...sizes);
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}

function ownMb(processId: number): number {
  const file = `/proc/${processId}/status`;
  const status = existsSync(file) ? readFileSync(file, "utf8") : "";
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}
