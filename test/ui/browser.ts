import { type Browser, chromium, type Page } from "playwright-core";
import { describe } from "vitest";
import { isSuperuser } from "../is-superuser.js";
import { findBrowser } from "./find-browser.js";

const program = findBrowser();

/**
 * Tests that need a browser. Without one they are skipped, and a line says so. A browser shares two processors with
 * all other tests: what fails once is tried once more, which the report shows.
 */
export function describeInBrowser(name: string, tests: () => void): void {
  describe.skipIf(program === null)(name, { retry: 1 }, tests);
}

if (program === null) {
  console.warn(
    "SKIPPED: tests of `refold ui` need Chromium or Chrome, and none is in the PATH." +
      " On Debian: apt-get install chromium",
  );
}

let browser: Promise<Browser> | undefined;

/** One browser for all files of a worker. It ends with the process that started it. */
function openBrowser(): Promise<Browser> {
  browser ??= chromium.launch({
    executablePath: program ?? "",
    // Chromium refuses to be the superuser's with its sandbox on; a test's pages are our own.
    chromiumSandbox: !isSuperuser(),
    args: ["--disable-gpu", "--disable-quic", "--force-color-profile=srgb"],
  });
  return browser;
}

/** A page with all that it did beside being shown. */
export interface WatchedPage extends AsyncDisposable {
  readonly page: Page;
  /** Errors, warnings, dialogs, windows that opened and requests to elsewhere; none is expected. */
  readonly surprises: readonly string[];
}

/** What does not come in this time does not come at all. */
const PATIENCE_MS = 15_000;

/** Pages that were given back: a new one takes a second of work, and another process. */
const idle: Page[] = [];

export interface PageOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** @param origin requests to any other place are surprises */
export async function openPage(
  origin: string,
  { viewport = { width: 1280, height: 720 } }: PageOptions = {},
): Promise<WatchedPage> {
  const page = idle.pop() ?? (await newPage());
  await page.setViewportSize(viewport);
  const surprises: string[] = [];
  page.on("dialog", (dialog) => {
    surprises.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => surprises.push(`error: ${error.message}`));
  page.on("popup", (popup) => surprises.push(`window: ${popup.url()}`));
  page.on("console", (message) => {
    // Violations of the Content-Security-Policy are among the errors.
    if (!["error", "warning"].includes(message.type())) return;
    surprises.push(`${message.text()} (${message.location().url})`);
  });
  page.on("request", (request) => {
    const isOwn = request.url().startsWith(origin) || /^(?:data|blob):/.test(request.url());
    if (!isOwn) surprises.push(`request: ${request.url()}`);
  });
  return { page, surprises, [Symbol.asyncDispose]: () => giveBack(page) };
}

/** Each has its own cookies. */
async function newPage(): Promise<Page> {
  const context = await (await openBrowser()).newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  return page;
}

/** As it was when it was new, but for the policy of what was shown, which goes when something else is. */
async function giveBack(page: Page): Promise<void> {
  await page.removeAllListeners(undefined, { behavior: "wait" });
  // A page that leaves by itself stays in its process.
  await page.evaluate(`{
    if (location.protocol !== "about:") for (const kept of [localStorage, sessionStorage]) kept.clear();
    setTimeout(() => location.replace("about:blank"));
  }`);
  await page.waitForURL("about:blank");
  await page.context().clearCookies();
  await page.emulateMedia({ colorScheme: null });
  idle.push(page);
}
