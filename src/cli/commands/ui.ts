import { Option } from "commander";
import { invalidArgument } from "../../errors.js";
import { fileNotFound } from "../../sessions/errors.js";
import { namesFile, statusAt } from "../../sessions/path-refused.js";
import { homeText } from "../../store/jsonl/home.js";
import { resolveThreadId } from "../../store/resolve-thread-id.js";
import type { SessionView } from "../../sessions/session-files.js";
import { untilInterrupted } from "../ending.js";
import { reportFailure } from "../failure.js";
import { countFromZeroOption } from "../options.js";
import { packageVersion } from "../package-version.js";
import { declarePrices, loadPrices, type PricesOption } from "../prices.js";
import { declareHome } from "../session.js";
import {
  declareHomes,
  type HomesOptions,
  isDatabaseAsked,
  sessionPaths,
  withoutSwallowed,
} from "../session-paths.js";
import type { DeclareCommand, Shell } from "../shell.js";
import { withStore } from "../store.js";
import { declareVaultOption, type VaultOption, withVaultView } from "../vault/with-vault.js";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface UiOptions extends HomesOptions, PricesOption, VaultOption {
  readonly port: number;
  readonly host: string;
  readonly iKnowThatSessionsHoldSecrets?: true;
  /** False: no browser is opened. */
  readonly open: boolean;
  readonly readOnly?: true;
}

const PORT = 4173;
const HIGHEST_PORT = 65_535;

/** `refold ui`: sessions in a browser, from a server that only this machine reaches. */
export const declareUi: DeclareCommand = (command, shell) => {
  const secrets = new Option(
    "--i-know-that-sessions-hold-secrets",
    "with --host: whoever reaches that address and knows the token reads all",
  );
  declareVaultOption(declarePrices(declareHomes(declareHome(command))))
    .argument("[sessions...]", "recorded sessions, folders, threads; default: the store")
    .option("--port <number>", "the first port to try", countFromZeroOption, PORT)
    .option("--host <address>", "listen at another address than this machine's own", "127.0.0.1")
    .addOption(secrets)
    .option("--no-open", "do not open a browser")
    .option("--read-only", "nothing can be changed from the page")
    .addHelpText("after", EXAMPLE)
    .action((named: readonly string[], options: UiOptions) =>
      withVaultView(options, { shell }, (view) => serve(named, options, { shell, view })),
    );
};

const EXAMPLE = `
Prints the address to open, with a token that lets its reader in. Ctrl-C ends it.

Example:
  $ refold ui --codex --claude
  $ refold ui session.jsonl --read-only`;

async function serve(
  named: readonly string[],
  options: UiOptions,
  { shell, view }: { readonly shell: Shell; readonly view: SessionView | null },
): Promise<void> {
  const { openUiServer, isLoopback } = await import("../../ui/server/ui-server.js");
  const { host, port, readOnly, iKnowThatSessionsHoldSecrets: isKnown, open } = options;
  if (port > HIGHEST_PORT) throw invalidArgument(`--port: there is no port ${port}`);
  if (!isLoopback(host) && isKnown !== true) {
    throw invalidArgument(
      `--host ${host}: others could reach it, and sessions hold secrets`,
      "If that is meant, add --i-know-that-sessions-hold-secrets.",
    );
  }
  const { paths, threadId, homes } = await placesOf(named, options);
  for (const home of Object.values(homes)) {
    if (typeof home === "string" && statusAt(home) === undefined) throw fileNotFound(home);
  }
  const opened = threadId ?? (paths.length === 1 && isFile(paths[0]) ? (paths[0] ?? null) : null);
  const server = await openUiServer({
    ...{ home: homeText(options.home), homes, paths, view, prices: await loadPrices(options) },
    ...{ version: packageVersion(), readOnly: readOnly === true, host, port, opened },
    onDefect: (error) => void reportFailure(error, shell),
  });
  const interrupted = once(untilInterrupted(), "abort"); // from the moment on that the address is known
  let browser = null;
  try {
    if (port !== 0 && server.port !== port) {
      shell.messages.text(`refold: port ${port} is in use; this is port ${server.port}`);
    }
    if (
      view === null &&
      !isDatabaseAsked(named, options) &&
      sessionPaths(named, options).length === 0
    ) {
      shell.messages.text("refold: no threads yet");
    }
    shell.output.text(server.url);
    await shell.output.flush();
    browser = open ? await openBrowser(server.url) : null;
    const problem = browser?.problem ?? null;
    if (problem !== null) shell.messages.text(`refold: ${problem}: open the address yourself`);
    await shell.messages.flush();
    await interrupted;
  } finally {
    browser?.close();
    await server.close();
  }
}

/** What is named: files and folders, and a thread of the store, which is what the page begins with. */
async function placesOf(named: readonly string[], options: UiOptions) {
  const { paths: all, homes } = withoutSwallowed(named, options);
  const paths = all.filter(namesFile);
  const [thread, ...others] = all.filter((text) => !namesFile(text));
  if (thread === undefined) return { paths, threadId: null, homes };
  if (others.length > 0 || paths.length > 0) {
    throw invalidArgument(
      "a thread is named beside other sessions",
      "Name one thread; the page lists the others of the store.",
    );
  }
  const threadId = await withStore(options, (store) => resolveThreadId(store, thread));
  return { paths, threadId, homes };
}

function isFile(path: string | undefined): boolean {
  return path !== undefined && statusAt(path)?.isFile() === true;
}

/** A browser that was asked to show an address. */
interface AskedBrowser {
  /** Why there is none; null: it was started. */
  readonly problem: string | null;
  readonly close: () => void;
}

/**
 * Opens an address in the browser of whoever sits here, by what the system has for that. The command
 * line of a process can be read by others of this machine: so it names a file that only its owner can
 * read, which leads on.
 * @param url holds no character that means something in HTML
 */
export async function openBrowser(url: string): Promise<AskedBrowser> {
  const folder = mkdtempSync(join(tmpdir(), "refold-ui-"));
  const file = join(folder, "open.html");
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  const page = `<!doctype html><meta http-equiv="refresh" content="0; url=${url}">\n`;
  writeFileSync(file, page, { mode: 0o600 });
  return { problem: await start(opener(file)), close };
}

function start([command, ...words]: readonly string[]): Promise<string | null> {
  if (command === undefined) return Promise.resolve("there is no screen here");
  const browser = spawn(command, words, { stdio: "ignore", detached: true });
  return new Promise((resolve) => {
    browser.once("spawn", () => {
      browser.unref();
      resolve(null);
    });
    browser.once("error", () => resolve(`there is no ${command} here`));
  });
}

function opener(file: string): readonly string[] {
  const { platform, env } = process;
  if (platform === "darwin") return ["open", file];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", file];
  const hasScreen = env["DISPLAY"] || env["WAYLAND_DISPLAY"];
  return hasScreen ? ["xdg-open", file] : [];
}
