import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { FILE_CONTENDERS } from "../peer-contenders.js";
import { runRace, type Place } from "../peer-race.js";
import type { Row } from "../row.js";

function folderIn(scratch: string): Place {
  const name = mkdtempSync(join(scratch, "peer-"));
  return {
    name,
    bytes: () => bytesIn(name),
    remove: () => rmSync(name, { recursive: true }),
  };
}

function bytesIn(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const sizes = names.map((name) => statSync(join(folder, name)));
  return sizes.reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0);
}

export const row: Row = {
  run: (bench) =>
    runRace(bench, { contenders: FILE_CONTENDERS, place: () => folderIn(bench.scratch) }),
  probes: {},
};
