import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** What the system's packages call it; `.ci/run` installs the first. */
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/** Where an installer puts it that leaves the search path alone. */
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The program of the system's browser; null: there is none. */
export function findBrowser(): string | null {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...PLACES].find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // not there, or not to be run
  }
}
