import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

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
