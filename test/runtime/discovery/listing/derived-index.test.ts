import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  encodeIndex,
  isFresh,
  readIndex,
} from "../../../../src/runtime/discovery/listing/derived-index.js";
import { temporaryHome } from "../../../store/jsonl/home.js";

const count = fc.nat(3);
const row = fc.tuple(fc.string(), count, count, fc.string());

test("an index is read as it was written", () => {
  const path = join(temporaryHome(), "x.json");
  const property = fc.property(fc.array(row), (rows) => {
    writeFileSync(path, encodeIndex(rows));
    expect(readIndex(path)).toEqual({ rows, notice: null });
  });
  fc.assert(property);
});

test("an index of another version is built anew and nothing is said, one that changed is damage", () => {
  const path = join(temporaryHome(), "x.json");
  const written = Buffer.from(encodeIndex([["a", 1, 2, "told"]])).toString("latin1");
  for (const [text, notice] of [
    [written.replace(/^refold listing \d+/, "refold listing 1"), null],
    [written.replace("told", "gold"), "damaged"],
    ["[]", "damaged"],
  ] as const) {
    writeFileSync(path, text, "latin1");
    expect(readIndex(path)).toEqual({ rows: [], notice });
  }
  expect(readIndex(`${path}.gone`)).toEqual({ rows: [], notice: null });
});

test("a row is fresh while its file has the size and the time that it tells", () => {
  const file = fc.record({ sizeBytes: count, modifiedMs: count });
  const property = fc.property(row, file, (one, now) => {
    expect(isFresh(one, now)).toBe(one[1] === now.sizeBytes && one[2] === now.modifiedMs);
  });
  fc.assert(property);
});
