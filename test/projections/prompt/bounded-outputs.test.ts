import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { utf8Bytes } from "../../../src/events/bytes.js";
import { countItemBytes } from "../../../src/events/item-bytes.js";
import type { Item } from "../../../src/events/item.js";
import type { TruncationPolicy } from "../../../src/events/primitives.js";
import { projectPrompt } from "../../../src/projections/prompt/project-prompt.js";
import { boundItem } from "../../../src/reducers/bounding.js";
import type { LedgerEntry, ThreadState } from "../../../src/reducers/thread-state.js";
import { byteBudget, policyAtRecording } from "../../../src/reducers/truncate-text.js";
import { ledgerEntries, stateOf } from "../ledger-arbitrary.js";

/** So tight that the texts of the generated ledgers are over it. */
const policies: fc.Arbitrary<TruncationPolicy> = fc.record({
  mode: fc.constantFrom("bytes", "tokens"),
  limit: fc.nat(6),
});

/** A state whose newest turn recorded its outputs under a policy. */
function recordedUnder(policy: TruncationPolicy, entries: readonly LedgerEntry[]): ThreadState {
  const baseline: ThreadState["baseline"] = {
    ...{ mode: "told", turn: null, foreignId: null, toldBy: {} },
    envelope: { truncationPolicy: policy },
  };
  return stateOf(entries, { baseline });
}

/** The entries as recording under a policy makes them. */
function bounded(entries: readonly LedgerEntry[], policy: TruncationPolicy): LedgerEntry[] {
  return entries.map((entry) => {
    const { item, cut } = boundItem(entry.item, policy);
    if (cut === null) return entry;
    const kept = { ...cut, original: `sha256-${"0".repeat(64)}` };
    return { ...entry, item, countedBytes: countItemBytes(item), bounded: kept };
  });
}

function promptOf(state: ThreadState, truncationPolicy?: TruncationPolicy) {
  const target = truncationPolicy === undefined ? {} : { truncationPolicy };
  const { items, repairs, tokens } = projectPrompt(state, target);
  const list = items.toArray().map(({ bounded: _bounded, ...item }) => item);
  return { items: list, repairs: repairs.toArray(), tokens };
}

function kept(text: string): string {
  return text.replace(/…\d+ (?:chars|tokens) truncated…/, "");
}

function longestText(item: Item): number {
  if (item.type !== "function_call_output" && item.type !== "custom_tool_call_output") return 0;
  if (typeof item.output === "string") return utf8Bytes(kept(item.output));
  const texts = item.output.map((part) => (part.type === "input_text" ? kept(part.text) : ""));
  return Math.max(0, ...texts.filter((text) => !text.startsWith("[omitted")).map(utf8Bytes));
}

describe("a target whose policy is tighter than the recorded one", () => {
  test("sees outputs as recording under its policy would have made them, and says which", () => {
    const property = fc.property(ledgerEntries(), policies, (entries, policy) => {
      const prompt = promptOf(stateOf(entries), policy);
      const recorded = promptOf(stateOf(bounded(entries, policy)));
      expect(prompt.items).toEqual(recorded.items);
      expect(prompt.tokens).toBe(recorded.tokens);
      const said = prompt.repairs.filter(({ kind }) => kind === "output-bounded");
      expect(prompt.repairs.filter((repair) => !said.includes(repair))).toEqual(recorded.repairs);
      const cut = prompt.items.filter(({ item, ref, inserted }) => {
        return !inserted && entries.find((entry) => entry.ref === ref)?.item !== item;
      });
      expect(said.map(({ ref }) => ref)).toEqual(cut.map(({ ref }) => ref));
    });
    fc.assert(property);
  });

  test("never sees more of an output than the policy allows", () => {
    const property = fc.property(ledgerEntries(), policies, (entries, policy) => {
      const { items } = promptOf(recordedUnder({ mode: "bytes", limit: 10_000 }, entries), policy);
      const most = byteBudget(policyAtRecording(policy));
      for (const { item, inserted } of items) {
        if (!inserted) expect(longestText(item)).toBeLessThanOrEqual(most);
      }
    });
    fc.assert(property);
  });

  test("cuts nothing again that was cut under its policy", () => {
    const property = fc.property(ledgerEntries(), policies, (entries, policy) => {
      const loose = { mode: "bytes", limit: 10_000 } as const;
      const state = recordedUnder(loose, bounded(entries, policy));
      expect(promptOf(state, policy)).toEqual(promptOf(state));
    });
    fc.assert(property);
  });
});

test("a policy that is not tighter than the recorded one changes nothing", () => {
  const property = fc.property(ledgerEntries(), policies, policies, (entries, one, other) => {
    const [tight, loose] = byteBudget(one) <= byteBudget(other) ? [one, other] : [other, one];
    const state = recordedUnder(tight, entries);
    expect(promptOf(state, loose)).toEqual(promptOf(state));
  });
  fc.assert(property);
});
