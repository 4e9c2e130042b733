import { expect, test } from "vitest";
import { readSettings } from "./settings.js";

test("without a name all attacks run; those that are named with a number run alone; 0 leaves one out", () => {
  expect(readSettings([])).toMatchObject({ seed: 1, minutes: 0, kills: 2_000, rounds: 5_000 });
  const alone = readSettings(["--keepers", "300", "--vaults=20", "--seed", "7"]);
  expect(alone).toMatchObject({ seed: 7, keepers: 300, vaults: 20, commands: 0, kills: 0 });
  expect(alone).toMatchObject({ rounds: 0, document: false });
  expect(readSettings(["--rounds", "0", "--document"])).toMatchObject({
    ...{ rounds: 0, kills: 2_000, keepers: 20_000, document: true },
  });
});

test("what is no number of cases is refused", () => {
  for (const args of [["--seed", "x"], ["--kills", "-1"], ["--kills="], ["--unknown"], ["word"]]) {
    expect(() => readSettings(args)).toThrow(TypeError);
  }
});
