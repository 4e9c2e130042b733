import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "../any-character.js";
import type { OutputPart } from "../../src/events/item.js";
import type { TruncationPolicy } from "../../src/events/primitives.js";
import { boundOutputParts } from "../../src/reducers/bounding.js";

const text = (content: string): OutputPart => ({ type: "input_text", text: content });
const image: OutputPart = { type: "input_image", image_url: "https://example.org/a.png" };
const bytes = (limit: number): TruncationPolicy => ({ mode: "bytes", limit });
const tokens = (limit: number): TruncationPolicy => ({ mode: "tokens", limit });

const anyPart: fc.Arbitrary<OutputPart> = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 30 }).map(text),
  fc.constant(image),
);

describe("texts that share a budget (§5.8)", () => {
  test("what fits is kept, the next is truncated to the rest, the others are counted at the end", () => {
    const parts = [text("1234"), image, text("123456789"), text("x"), image, text("")];
    expect(boundOutputParts(parts, bytes(8)).parts).toEqual([
      text("1234"),
      image,
      text("12…5 chars truncated…89"),
      image,
      text("[omitted 2 text items ...]"),
    ]);
  });

  test("a note says items also for one", () => {
    expect(boundOutputParts([text("1234"), text("5")], bytes(4)).parts).toEqual([
      text("1234"),
      text("[omitted 1 text items ...]"),
    ]);
  });

  test("in tokens mode a text costs its tokens, rounded up", () => {
    expect(boundOutputParts([text("12345"), text("123456789")], tokens(3)).parts).toEqual([
      text("12345"),
      text("12…2 tokens truncated…89"),
    ]);
  });

  test("an empty text is free while something is left, and left out when nothing is", () => {
    const within = [text(""), text("1234")];
    expect(boundOutputParts(within, bytes(4))).toEqual({ parts: within, removedBytes: null });
    expect(boundOutputParts([text("")], bytes(0)).parts).toEqual([
      text("[omitted 1 text items ...]"),
    ]);
  });

  test("images stay, in their order, and what fits comes back as the same list", () => {
    fc.assert(
      fc.property(fc.array(anyPart), fc.nat({ max: 60 }), (parts, limit) => {
        const bounded = boundOutputParts(parts, bytes(limit));
        const isImage = (part: OutputPart) => part.type === "input_image";
        expect(bounded.parts.filter(isImage)).toEqual(parts.filter(isImage));
        const total = parts.reduce(
          (sum, part) =>
            part.type === "input_text" ? sum + new TextEncoder().encode(part.text).length : sum,
          0,
        );
        if (total < limit) expect(bounded.parts).toBe(parts);
        if (total > limit) expect(bounded.removedBytes).toBeGreaterThan(0);
      }),
    );
  });

  test("members of a part that are not its text survive its truncation", () => {
    const part = { type: "input_text" as const, text: "123456", annotations: [1] };
    expect(boundOutputParts([part], bytes(2)).parts).toEqual([
      { ...part, text: "1…4 chars truncated…6" },
    ]);
  });
});
