import { describe, expect, test } from "vitest";

describe("the package", () => {
  test("opens by its own name, at both entry points", async () => {
    const refold = await import("refold");
    expect(Object.keys(refold)).toContain("openThread");
    const testing = await import("refold/testing");
    expect(Object.keys(testing)).toContain("storeContract");
  });

  test("has an entry point for each kind of model client, and needs no client for it", async () => {
    const names = [
      await import("refold/openai"),
      await import("refold/anthropic"),
      await import("refold/google"),
      await import("refold/ai-sdk"),
    ].map((entry) => Object.keys(entry).toSorted());
    expect(names).toEqual([
      ["openaiChatModel", "openaiResponsesModel"],
      ["anthropicBetaModel", "anthropicModel"],
      ["googleInteractionsModel", "googleModel"],
      ["aiSdkModel"],
    ]);
  });
});
