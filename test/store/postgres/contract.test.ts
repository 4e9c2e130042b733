import { afterAll, beforeAll, describe, test } from "vitest";
import { storeContract } from "../../../src/testing/store-contract/store-contract.js";
import { openPglite } from "./pglite.js";

describe("postgresStore", () => {
  let pglite: Awaited<ReturnType<typeof openPglite>>;
  beforeAll(async () => {
    pglite = await openPglite();
  }, 60_000);
  afterAll(() => pglite.close());

  for (const { name, run } of storeContract(() => pglite.newStore())) test(name, run);
});
