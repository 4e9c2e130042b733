import type { Probe } from "./row.js";
import { rowNamed } from "./rows.js";

/**
 * Runs one probe, in this process, and prints what it took as JSON:
 * `node sample.js <row> <probe> <arguments as JSON>`.
 */
const [rowName = "", probeName = "", args = "{}"] = process.argv.slice(2);
const row = await rowNamed(rowName);
const probe = row.probes[probeName];
if (probe === undefined) throw new Error(`row ${rowName} has no probe ${probeName}`);

let ms = 0;
const measure: Parameters<Probe>[1] = async (work) => {
  globalThis.gc?.();
  const start = performance.now();
  await work();
  ms += performance.now() - start;
};
const parsed: unknown = JSON.parse(args);
const extra = await probe(isArgs(parsed) ? parsed : {}, measure);
const peakMb = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ ms, peakMb, extra }));

function isArgs(value: unknown): value is Parameters<Probe>[0] {
  return typeof value === "object" && value !== null;
}
