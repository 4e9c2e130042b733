import fc from "fast-check";
import { expect, test } from "vitest";
import { findModel } from "../../../src/models/find-model.js";
import { budgetOf, settleBudget } from "../../../src/runtime/conversation/conversation-budget.js";

const { model } = findModel("gpt-5.2");
const windows = fc.integer({ min: 1, max: 20 });

test("a window of your own is kept as far as the next model's goes, and stays one's own", () => {
  const property = fc.property(windows, windows, (window, contextWindow) => {
    const before = settleBudget({ window }, model);
    expect(before).toMatchObject({ window, ownWindow: true });
    const after = settleBudget({}, { ...model, contextWindow }, before);
    const isKept = window <= contextWindow;
    expect(after).toMatchObject({ window: isKept ? window : contextWindow, ownWindow: isKept });
  });
  fc.assert(property);
});

test("a model's own window goes over to no other model", () => {
  const before = settleBudget({}, { ...model, contextWindow: 100 });
  expect(before).toMatchObject({ window: 100, ownWindow: false });
  const after = settleBudget({}, { ...model, contextWindow: 1000 }, before);
  expect(after).toMatchObject({ window: 1000, ownWindow: false });
});

test("messages may take what window or input leave, less what is reserved or the system takes", () => {
  const count = fc.nat(30);
  const property = fc.property(
    fc.record({ window: count, reservedForSystem: count, reservedForResponse: count }),
    count,
    fc.option(count),
    (settings, systemTokens, maxInputTokens) => {
      const input = settings.window - settings.reservedForResponse;
      const most = maxInputTokens === null ? input : Math.min(input, maxInputTokens);
      const available = most - Math.max(settings.reservedForSystem, systemTokens);
      const made = () =>
        budgetOf({ ...settings, ownWindow: false }, systemTokens, { maxInputTokens });
      if (available > 0) expect(made()).toEqual({ ...settings, available });
      else expect(made).toThrow(expect.objectContaining({ code: "budget-too-small" }));
    },
  );
  fc.assert(property);
});
