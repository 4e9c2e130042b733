import { expect, test } from "vitest";
import {
  byteFigure,
  counted,
  durationFigure,
  moneyFigure,
  shortFigure,
  utcTimes,
} from "../../src/projections/figures.js";

test("sizes have three figures at most", () => {
  expect([0, 1023, 1024, 10_240, 5_000_000, 3e10].map(byteFigure)).toEqual([
    "0 B",
    "1023 B",
    "1.0 KB",
    "10 KB",
    "4.8 MB",
    "28 GB",
  ]);
});

test("counts of tokens are short", () => {
  expect([0, 999, 1000, 9949, 9950, 999_499, 999_500, 12_345_678].map(shortFigure)).toEqual([
    "0",
    "999",
    "1.0k",
    "9.9k",
    "10k",
    "999k",
    "1.0M",
    "12M",
  ]);
});

test("durations name two units", () => {
  const hour = 3_600_000;
  const durations = [12, 59_000, 61_000, 3_725_000, 48 * hour - 60_000, 48 * hour, 63 * hour];
  expect(durations.map(durationFigure)).toEqual([
    ...["12 ms", "59 s", "1 min 01 s", "1 h 02 min"],
    ...["47 h 59 min", "2 d 0 h", "2 d 15 h"],
  ]);
});

test("money has cents, below a dollar more, and what is unknown is not free", () => {
  const amounts = [0, 0.00001, 0.0123, 0.99996, 12.4, 1204.5, null];
  expect(amounts.map(moneyFigure)).toEqual([
    ...["$0.00", "<$0.0001", "$0.0123", "$1.00", "$12.40", "$1,204.50", "?"],
  ]);
});

test("one is one and many are many", () => {
  expect(counted(1, "turn")).toBe("1 turn");
  expect(counted(1200, "turn")).toBe("1,200 turns");
});

test("a time in UTC is shown as the event has it", () => {
  expect(utcTimes.time("2025-11-01T00:36:16.473Z")).toBe("2025-11-01 00:36:16");
});
