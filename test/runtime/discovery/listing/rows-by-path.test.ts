import fc from "fast-check";
import { expect, test } from "vitest";
import type { IndexRow } from "../../../../src/runtime/discovery/listing/derived-index.js";
import { RowsByPath } from "../../../../src/runtime/discovery/listing/rows-by-path.js";

const path = fc.constantFrom("a", "b", "c", "d", "e", "f");

test("a row is found by its path, in whatever order paths are asked for", () => {
  const property = fc.property(fc.uniqueArray(path), fc.array(path), (paths, asked) => {
    const rows = paths.map((one, place): IndexRow => [one, place, 0]);
    const found = new RowsByPath(rows);
    for (const one of [...asked, ...paths]) {
      expect(found.find(one)).toEqual(rows.find(([path]) => path === one));
    }
  });
  fc.assert(property);
});
