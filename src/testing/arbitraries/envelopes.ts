import fc from "fast-check";
import type { Envelope } from "../../events/envelope.js";

/** The facts of a turn: any of them, few values each, so that they change and come back. */
const FACTS = {
  model: fc.constantFrom("model-a", "model-b"),
  cwd: fc.constantFrom("/work", "/elsewhere"),
  approvalPolicy: fc.constantFrom("on-request", "never"),
  date: fc.constantFrom("2026-04-01", "2026-04-02"),
  realtimeActive: fc.boolean(),
  provider: fc.constantFrom("openai", "anthropic", "google"),
  sandboxPolicy: fc.constantFrom({ mode: "read-only" }, { mode: "danger-full-access" }),
  network: fc.constantFrom("enabled", "restricted"),
  personality: fc.option(fc.constantFrom("terse", "friendly")),
  effort: fc.option(fc.constantFrom("low", "high")),
  modalities: fc.constantFrom<("text" | "image")[][]>(["text"], ["text", "image"]),
  contextWindow: fc.option(fc.integer({ min: 1_000, max: 400_000 })),
  truncationPolicy: fc.record({
    mode: fc.constantFrom("bytes" as const, "tokens" as const),
    limit: fc.integer({ min: 100, max: 20_000 }),
  }),
  memoryMode: fc.option(fc.constantFrom("enabled", "disabled")),
  timezone: fc.constantFrom("UTC", "Europe/Berlin"),
} satisfies { readonly [Fact in keyof Envelope]?: fc.Arbitrary<Envelope[Fact]> };

/** Envelopes: the facts of a turn, each there or unknown. */
export function envelopes(): fc.Arbitrary<Envelope> {
  return fc.record(FACTS, { requiredKeys: [] });
}

/** What changes from one turn to the next: a few of the facts that a model is told. */
export function envelopeChanges(): fc.Arbitrary<Partial<Envelope>> {
  const { model, cwd, approvalPolicy, date, realtimeActive } = FACTS;
  const told = { model, cwd, approvalPolicy, date, realtimeActive };
  return fc.record(told, { requiredKeys: [] });
}
