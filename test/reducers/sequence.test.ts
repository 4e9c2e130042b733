import fc from "fast-check";
import { expect, test } from "vitest";
import { SharedSequence } from "../../src/reducers/sequence.js";

test("every version of a sequence behaves as an array of its own", () => {
  const steps = fc.array(fc.tuple(fc.nat(), fc.integer()), { maxLength: 60 });
  const property = fc.property(steps, (appends) => {
    const versions = [SharedSequence.of<number>([])];
    const arrays: number[][] = [[]];
    for (const [pick, value] of appends) {
      const from = pick % versions.length;
      const version = versions[from] ?? SharedSequence.of<number>([]);
      versions.push(SharedSequence.append(version, value));
      arrays.push([...(arrays[from] ?? []), value]);
    }
    versions.forEach((version, index) => {
      const array = arrays[index] ?? [];
      expect(version.length).toBe(array.length);
      expect(version.toArray()).toEqual(array);
      expect([...version]).toEqual(array);
      expect(JSON.stringify(version)).toBe(JSON.stringify(array));
      for (let at = -array.length - 1; at <= array.length; at++) {
        expect(version.at(at)).toBe(array.at(at));
      }
    });
  });
  fc.assert(property);
});

test("a sequence continues what it was appended to, and nothing else", () => {
  const base = SharedSequence.of([1, 2]);
  const longer = SharedSequence.append(base, 3);
  const other = SharedSequence.append(base, 3); // diverges, with the same elements
  expect(SharedSequence.continues(longer, base)).toBe(true);
  expect(SharedSequence.continues(base, base)).toBe(true);
  expect(SharedSequence.continues(base, longer)).toBe(false);
  expect(SharedSequence.continues(other, longer)).toBe(false);
  expect(SharedSequence.continues(SharedSequence.of([1, 2, 3]), base)).toBe(false);
});

test("what is handed out is a copy", () => {
  const sequence = SharedSequence.of([1, 2]);
  const given = [...sequence.toArray()];
  given.push(3);
  expect(SharedSequence.append(sequence, 4).toArray()).toEqual([1, 2, 4]);
});

test("reading goes on over what was there when it began, while the sequence grows", () => {
  const sequence = SharedSequence.of([1, 2, 3]);
  const seen: number[] = [];
  for (const value of sequence) {
    SharedSequence.append(sequence, 9);
    seen.push(value);
  }
  expect(seen).toEqual([1, 2, 3]);
});
