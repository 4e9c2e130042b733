import { describe, expect, test } from "vitest";

describe("the package", () => {
  test("opens by its own name, at both entry points", async () => {
    const refold = await import("refold");
    expect(Object.keys(refold)).toContain("openThread");
    const testing = await import("refold/testing");
    expect(Object.keys(testing)).toContain("storeContract");
  });
});
