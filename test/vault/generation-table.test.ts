import fc from "fast-check";
import { expect, test } from "vitest";
import { REASONS } from "../../src/vault/catalog-line.js";
import { GenerationTable } from "../../src/vault/generation-table.js";

const small = fc.nat(0xffff_fffe);
const hash = fc.option(fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toHex));
const entries = fc.record({
  kind: fc.constant("generation" as const),
  id: fc.ulid(),
  file: small,
  at: fc.nat(Number.MAX_SAFE_INTEGER),
  why: fc.constantFrom(...REASONS),
  bytes: fc.nat(Number.MAX_SAFE_INTEGER),
  modifiedNs: fc.bigInt({ min: -(10n ** 28n) + 1n, max: 10n ** 28n - 1n }).map(String),
  mode: small,
  sha256: hash,
  list: hash,
  step: small,
});

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

test("generations are what was added, the newest first, without those that were removed", () => {
  const all = fc.uniqueArray(fc.tuple(entries, fc.boolean()), { selector: ([{ id }]) => id });
  fc.assert(
    fc.property(all, (rows) => {
      const table = new GenerationTable();
      let last = -1;
      for (const [entry] of rows) last = table.add(entry, last) ?? last;
      rows.forEach(([, isGone], number) => {
        if (isGone) table.remove(number);
      });
      const found = [...table.newestFirst(last)].reverse().map((one) => {
        const { id, at, why, bytes, modifiedNs, mode, sha256, list, step } = one;
        return { id, at, why, bytes, modifiedNs: String(modifiedNs), mode, sha256, list, step };
      });
      const left = rows.filter(([, isGone]) => !isGone).map(([entry]) => entry);
      expect(found).toEqual(left.map(({ kind: _, file: __, ...generation }) => generation));
    }),
  );
});
