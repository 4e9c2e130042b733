import { fileURLToPath } from "node:url";
import { KNOWN_PRICES } from "../../src/models/prices.js";
import { openUiServer } from "../../src/ui/server/ui-server.js";
import { openPage, type PageOptions, type WatchedPage } from "./browser.js";

const PAGE_FOLDER = fileURLToPath(new URL("../../dist/ui", import.meta.url));

interface UiOptions {
  readonly home: string;
  /** Files that are shown instead of the store. */
  readonly paths?: readonly string[];
  /** The one to begin with. */
  readonly opened?: string;
  readonly readOnly?: boolean;
  readonly port?: number;
}

export interface Ui extends AsyncDisposable {
  /** What `refold ui` prints. */
  readonly url: string;
  readonly port: number;
  /** What the server itself failed at; nothing is expected. */
  readonly defects: readonly unknown[];
}

/** The server of `refold ui` in this process, with the built page. */
export async function openUi(options: UiOptions): Promise<Ui> {
  const { home, paths = [], opened = null, readOnly = false, port = 0 } = options;
  const defects: unknown[] = [];
  const server = await openUiServer({
    ...{ home, paths, opened, readOnly, port, homes: {}, prices: KNOWN_PRICES },
    ...{ version: "0.0.0", host: "127.0.0.1", pageFolder: PAGE_FOLDER },
    onDefect: (error) => defects.push(error),
  });
  const { url, port: taken } = server;
  return { url, port: taken, defects, [Symbol.asyncDispose]: () => server.close() };
}

/** Tall enough for every row of a small session: a list has only the rows in sight in the page. */
export const ALL_ROWS = { viewport: { width: 1280, height: 6_000 } } as const;

/** Opens the page and waits until it is let in. */
export async function visit(ui: Ui, options?: PageOptions): Promise<WatchedPage> {
  const watched = await openPage(`http://127.0.0.1:${ui.port}/`, options);
  await watched.page.goto(ui.url);
  await watched.page.locator(".app").waitFor();
  return watched;
}

/** Opens a view of the session that is open, by its tab. */
export async function openPane({ page }: WatchedPage, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name }).click();
  await page.getByRole("region", { name, exact: true }).waitFor();
}

/** The session as of an offset. */
export async function goTo({ page }: WatchedPage, offset: number): Promise<void> {
  await page.waitForURL(/#\/s\//); // a place is written to the address a moment after it is shown
  const { hash } = new URL(page.url());
  const [, session = "", pane = ""] =
    /^#\/s\/([^/?]+)(?:\/at\/\d+)?(?:\/([^?]*))?/.exec(hash) ?? [];
  await page.evaluate(`location.hash = "#/s/${session}/at/${offset}/${pane}"`);
}
