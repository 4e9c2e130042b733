import { describe, test } from "vitest";
import { storeContract } from "../../src/entries/testing.js";
import { ownStore } from "./own-driver.js";

describe("a driver written from the public names alone", () => {
  for (const { name, run } of storeContract(ownStore)) test(name, run);
});
