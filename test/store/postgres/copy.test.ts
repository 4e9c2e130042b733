import { describe } from "vitest";
import { testCopying } from "../copy-tests.js";
import { usePglite } from "./pglite.js";

describe("postgresStore", () => {
  const pglite = usePglite();
  testCopying(() => pglite.newStore(), 5);
});
