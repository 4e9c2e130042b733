import { describe, expectTypeOf, test } from "vitest";
import type { RenderedFragment } from "../../src/runtime/fragments/fragment.js";
import type { RequestInput } from "../../src/runtime/sent-request.js";
import type { Turn } from "../../src/runtime/turn.js";

type Recordable = Parameters<Turn["recordFragment"]>[0];
type OfRequest = NonNullable<RequestInput<unknown>["fragments"]>[number];

describe("a fragment's lifetime is part of its type", () => {
  test("only one that lives for a turn can be recorded", () => {
    expectTypeOf<RenderedFragment<"turn">>().toExtend<Recordable>();
    expectTypeOf<RenderedFragment<"prompt">>().not.toExtend<Recordable>();
    expectTypeOf<RenderedFragment<"client">>().not.toExtend<Recordable>();
  });

  test("only one that lives for a request can go into a request alone", () => {
    expectTypeOf<RenderedFragment<"prompt">>().toExtend<OfRequest>();
    expectTypeOf<RenderedFragment<"turn">>().not.toExtend<OfRequest>();
    expectTypeOf<RenderedFragment<"client">>().not.toExtend<OfRequest>();
  });
});
