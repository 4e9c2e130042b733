import fc from "fast-check";
import { expect, test } from "vitest";
import { countBatches, FilesSum } from "../../../src/cli/stats/count-batches.js";

test("no batch is larger than allowed but for one file, none is empty, and few are under way", async () => {
  const limits = fc.record({
    files: fc.integer({ min: 1, max: 4 }),
    bytes: fc.integer({ min: 1, max: 20 }),
  });
  const sizes = fc.array(fc.nat(12), { maxLength: 20 });
  const aheads = fc.integer({ min: 1, max: 4 });
  const property = fc.asyncProperty(sizes, limits, aheads, async (files, most, ahead) => {
    const found = files.map((sizeBytes, index) => ({
      ...{ path: String(index), sizeBytes, modifiedMs: 0 },
    }));
    const counted: string[] = [];
    let [begun, done] = [0, 0];
    await countBatches(
      found,
      ({ paths }) => {
        begun += 1;
        counted.push(...paths);
        const bytes = paths.reduce((sum, path) => sum + (files[Number(path)] ?? 0), 0);
        expect(paths.length).toBeGreaterThan(0);
        expect(paths.length).toBeLessThanOrEqual(most.files);
        if (paths.length > 1) expect(bytes).toBeLessThanOrEqual(most.bytes);
        expect(begun - done).toBeLessThanOrEqual(ahead);
        return Promise.resolve(new FilesSum().toBatch()).finally(() => (done += 1));
      },
      { options: {}, limits: most, ahead, onFile: () => undefined },
    );
    expect(counted).toEqual(found.map(({ path }) => path));
  });
  await fc.assert(property);
});
