import { describe, expect, test } from "vitest";
import {
  defineModels,
  findModel,
  KNOWN_MODELS,
  nearestModels,
} from "../../src/models/find-model.js";
import { defaultTruncationPolicy } from "../../src/models/model-info.js";

describe("findModel", () => {
  test("an id of the table is found exactly, without a notice", () => {
    expect(findModel("gpt-5.2")).toMatchObject({
      match: "exact",
      notice: null,
      model: { contextWindow: 400_000, encoding: "o200k_base" },
    });
  });

  test.each([undefined, null, 5])("an id that is no text is refused: %j", (id) => {
    const find = (): unknown => Reflect.apply(findModel, undefined, [id]);
    expect(find).toThrow(expect.objectContaining({ code: "invalid-argument" }));
  });

  test.each([
    ["gpt-5.2-2025-12-11", "gpt-5.2"],
    ["claude-sonnet-4-5-20250929", "claude-sonnet-4-5"],
    ["anthropic/claude-opus-4.6", "claude-opus-4-6"],
    ["us.anthropic.claude-opus-4-6-v1:0", "claude-opus-4-6"],
    ["models/gemini-2.5-pro", "gemini-2.5-pro"],
    ["gemini-2.5-pro-preview-06-05", "gemini-2.5-pro"],
    ["gemini-2.0-flash-001", "gemini-2.0-flash"],
    ["openai/gpt-6-astra", "gpt-6-astra"],
    ["claude-opus-4-1@20250805", "claude-opus-4-1"],
    ["claude-3-5-haiku-latest", "claude-3-5-haiku"],
  ])("%s is %s under a date, an alias or a namespace", (id, entry) => {
    expect(findModel(id)).toMatchObject({ entry, match: "variant", notice: null, model: { id } });
  });

  test("an id with an entry's name in front is taken for its family, with a notice", () => {
    const found = findModel("gpt-5.2-something-new");
    expect(found).toMatchObject({ entry: "gpt-5.2", match: "family" });
    expect(found.notice).toContain("gpt-5.2");
  });

  test.each(["gpt-5.9", "claude-opus-4-9", "claude-opus-5-7", "gpt-51", "mystery"])(
    "%s is no variant of what it begins with: defaults and a notice",
    (id) => {
      const found = findModel(id);
      expect(found).toMatchObject({
        match: "default",
        entry: null,
        model: {
          id,
          contextWindow: null,
          modalities: ["text", "image"],
          truncationPolicy: { mode: "bytes", limit: 10_000 },
        },
      });
      expect(found.notice).toContain(id);
    },
  );

  test("the nearest ids are those spelled most alike", () => {
    expect(nearestModels("gpt-5.22")[0]).toBe("gpt-5.2");
    expect(nearestModels("claude-opus-46")).toContain("claude-opus-4-6");
  });
});

describe("defineModels", () => {
  test("an entry is added or overridden, and the known table stays as it is", () => {
    const table = defineModels([
      { id: "house-1", provider: "house", contextWindow: 9000 },
      { id: "gpt-5.2", contextWindow: 1000 },
    ]);
    expect(findModel("house-1", table).model).toMatchObject({
      contextWindow: 9000,
      modalities: ["text", "image"],
    });
    expect(findModel("gpt-5.2", table).model).toMatchObject({
      contextWindow: 1000,
      encoding: "o200k_base",
    });
    expect(findModel("gpt-5.2").model.contextWindow).toBe(400_000);
  });
});

describe("the table", () => {
  test("every entry names its source and date, and its limits fit its window", () => {
    for (const model of KNOWN_MODELS.values()) {
      expect(model.source).not.toBe("");
      expect(model.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(model.contextWindow).toBeGreaterThan(0);
      expect(model.maxOutputTokens ?? 0).toBeLessThanOrEqual(model.contextWindow ?? 0);
      expect(model.maxInputTokens ?? 0).toBeLessThanOrEqual(model.contextWindow ?? 0);
    }
  });
});

describe("defaultTruncationPolicy", () => {
  test.each([
    ["gpt-5.4", "tokens"],
    ["gpt-5.3-codex", "tokens"],
    ["gpt-5.4-mini-2026-03-17", "tokens"],
    ["openai/gpt-5.5", "tokens"],
    ["gpt-5.2", "bytes"],
    ["gpt-5.2-codex", "bytes"],
    ["gpt-5.1-codex-max", "bytes"],
    ["a/b/gpt-5.4", "bytes"],
    [null, "bytes"],
  ] as const)("%s is bounded by 10,000 %s", (id, mode) => {
    expect(defaultTruncationPolicy(id)).toEqual({ mode, limit: 10_000 });
  });
});
