// Pictures of `refold ui`, in build/screenshots/: each view at three widths, light and dark.
//   node tools/screenshots.js [--docs]   with --docs also the four of README and docs, in docs/images/
import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import { once } from "node:events";
import process from "node:process";
import { fileURLToPath, URL } from "node:url";
import { chromium } from "playwright-core";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const OUTPUT = `${ROOT}build/screenshots/`;
const FIXTURE = `${ROOT}fixtures/turns.jsonl`;
const WIDTHS = [360, 1280, 2560];
const PANES = ["prompt", "difference", "cache", "forgotten", "tree", "transcript"];
/** Those of the documentation, by what they are called there. */
const SHOWN = {
  "ui-prompt": "prompt-1280-light",
  "ui-difference": "difference-1280-dark",
  "ui-cache": "cache-1280-light",
  "ui-transcript": "transcript-360-dark",
};

const words = ["ui", FIXTURE, "--home", "/tmp/.refold", "--no-open", "--port", "0"];
const server = spawn(process.execPath, [`${ROOT}bin/refold.js`, ...words]);
const [printed] = await once(server.stdout.setEncoding("utf8"), "data");
const names = "command -v chromium chromium-browser google-chrome google-chrome-stable | head -n 1";
const executablePath = execFileSync("sh", ["-c", names], { encoding: "utf8" }).trim();
const chromiumSandbox = process.getuid?.() !== 0;
const browser = await chromium.launch({ executablePath, chromiumSandbox });
mkdirSync(OUTPUT, { recursive: true });
try {
  for (const width of WIDTHS)
    for (const colorScheme of ["light", "dark"]) await take(width, colorScheme);
} finally {
  await browser.close();
  server.kill();
}
if (process.argv.includes("--docs")) {
  mkdirSync(`${ROOT}docs/images`, { recursive: true });
  for (const [name, from] of Object.entries(SHOWN)) {
    copyFileSync(`${OUTPUT}${from}.png`, `${ROOT}docs/images/${name}.png`);
  }
}

async function take(width, colorScheme) {
  const viewport = { width, height: width < 500 ? 740 : 800 };
  const page = await browser.newPage({ viewport, colorScheme, reducedMotion: "reduce" });
  await page.goto(printed.trim());
  for (const [index, pane] of PANES.entries()) {
    await page.locator(".tabs a").nth(index).click();
    await page.locator(".virtual-row").first().waitFor();
    // Of a session that was just opened the end is shown first, then all of it.
    await page.waitForTimeout(500);
    await page.locator(".virtual-row").first().waitFor();
    await page.screenshot({ path: `${OUTPUT}${pane}-${width}-${colorScheme}.png` });
  }
  await page.close();
}
