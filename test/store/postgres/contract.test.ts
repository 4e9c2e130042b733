import { describe, test } from "vitest";
import { storeContract } from "../../../src/testing/store-contract/store-contract.js";
import { usePglite } from "./pglite.js";

describe("postgresStore", () => {
  const pglite = usePglite();
  const openFailing = (write: number) => {
    let writes = 0;
    const { access } = pglite;
    return pglite.newStore({
      query(sql, params) {
        const isWrite = /\.(append|begin_thread)\(/.test(sql);
        if (isWrite && ++writes === write) return Promise.reject(new Error("no room", { cause }));
        return access.query(sql, params);
      },
    });
  };
  for (const { name, run } of storeContract(() => pglite.newStore(), { openFailing })) {
    test(name, run);
  }
});

const cause = "the test";
