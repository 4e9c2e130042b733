import fc from "fast-check";
import { expect, test } from "vitest";
import { SharedSequence } from "../../src/reducers/sequence.js";

/** Lengths around those at which a chunk is full. */
const startLength = fc.constantFrom(0, 1, 254, 255, 256, 257, 511, 512, 600);
/** Appends a value to a version that exists, or takes what it begins with. */
const step = fc.record({
  pick: fc.nat(),
  change: fc.oneof(
    fc.record({ value: fc.integer() }),
    fc.record({ values: fc.array(fc.integer(), { maxLength: 300 }) }),
    fc.record({ drop: fc.nat({ max: 300 }) }),
    fc.constant({ alone: true }),
  ),
});

test("every version of a sequence behaves as an array of its own", () => {
  const property = fc.property(startLength, fc.array(step, { maxLength: 40 }), (start, steps) => {
    const first = Array.from({ length: start }, (_, index) => index);
    const versions = [SharedSequence.of(first)];
    const arrays: number[][] = [first];
    for (const { pick, change } of steps) {
      const from = pick % versions.length;
      const version = versions[from] ?? SharedSequence.of<number>([]);
      const array = arrays[from] ?? [];
      if ("value" in change) {
        versions.push(SharedSequence.append(version, change.value));
        arrays.push([...array, change.value]);
      } else if ("values" in change) {
        versions.push(SharedSequence.extend(version, change.values));
        arrays.push([...array, ...change.values]);
      } else if ("alone" in change) {
        versions.push(SharedSequence.alone(version));
        arrays.push([...array]);
      } else {
        const count = Math.max(0, array.length - change.drop);
        versions.push(SharedSequence.take(version, count));
        arrays.push(array.slice(0, count));
      }
    }
    versions.forEach((version, index) => {
      const array = arrays[index] ?? [];
      expect(version.length).toBe(array.length);
      expect(version.toArray()).toEqual(array);
      expect([...version]).toEqual(array);
      expect(JSON.stringify(version)).toBe(JSON.stringify(array));
      const { length } = array;
      const other = index === 0 ? version : (versions[index - 1] ?? version);
      const shared = array.findIndex((value, at) => other.at(at) !== value);
      const most = Math.min(length, other.length);
      expect(SharedSequence.sharedLength(version, other)).toBe(shared === -1 ? most : shared);
      for (const at of [-length - 1, -length, -1, 0, 255, 256, 257, length - 1, length]) {
        expect(version.at(at)).toBe(array.at(at));
      }
    });
  });
  fc.assert(property);
});

test("a constant that is empty, and a version of its own, are not appended to by others", () => {
  const empty = SharedSequence.of<number>([]);
  const one = SharedSequence.append(empty, 1);
  expect(SharedSequence.historyOf(one)).not.toBe(SharedSequence.historyOf(empty));
  const alone = SharedSequence.alone(one);
  expect(SharedSequence.historyOf(SharedSequence.append(one, 2))).not.toBe(
    SharedSequence.historyOf(alone),
  );
});

test("versions that diverge share what they have in common", () => {
  const LENGTH = 50_000;
  const base = SharedSequence.of(Array.from({ length: LENGTH }, (_, index) => index));
  const before = process.memoryUsage().heapUsed;
  const versions = Array.from({ length: 1_000 }, (_, index) =>
    SharedSequence.append(SharedSequence.take(base, LENGTH - 1 - index), -1),
  );
  const grownBytes = process.memoryUsage().heapUsed - before;
  expect(versions.every((version) => version.at(-1) === -1)).toBe(true);
  expect(grownBytes).toBeLessThan(versions.length * LENGTH); // copies would be eight times that
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
