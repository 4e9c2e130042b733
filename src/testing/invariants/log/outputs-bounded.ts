import type { FactOf } from "../../../events/event.js";
import { utf8Bytes } from "../../../events/json-bytes.js";
import type { ToolOutput } from "../../../events/item.js";
import type { TruncationPolicy } from "../../../events/primitives.js";
import { boundItem } from "../../../reducers/bounding/bound-item.js";
import {
  byteBudget,
  DEFAULT_POLICY,
  policyAtRecording,
} from "../../../reducers/bounding/truncation-policy.js";
import { factsOf, isOwnFactFolded } from "../../../reducers/fold-event.js";
import type { ThreadState } from "../../../reducers/thread-state.js";
import { HOLDS, type Answer, type Finding, type LogInvariant } from "../invariant.js";

/** Markers of what was cut, and the note on omitted texts, stand beside the budget. */
const MARKER_BYTES = 100;

export const outputsBounded: LogInvariant = {
  over: "log",
  name: "log/outputs-bounded",
  sentence: "A tool output is bounded when it is recorded, under the policy of its turn times 1.2.",
  source: "docs/architecture.md, law 4; docs/semantics.md §2.10, §6.2",
  remedy: "record outputs through the thread, which bounds them, or bound them with boundItem",
  begin: () => ({
    take: ({ known, base }) => {
      if (known === null) return undefined;
      const isPlain = known.derived === undefined;
      if (isPlain) return known.type === "item.recorded" ? ask(known.data, base) : undefined;
      const facts = factsOf(known);
      const answers = (isOwnFactFolded(known) ? facts : facts.slice(1)).map((fact) =>
        fact.type === "item.recorded" ? ask(fact.data, base) : undefined,
      );
      const asked = answers.filter((answer) => answer !== undefined);
      return asked.length === 0 ? undefined : asked.flat();
    },
  }),
};

function ask({ item, bounded }: FactOf<"item.recorded">["data"], state: ThreadState): Answer {
  if (item.type !== "function_call_output" && item.type !== "custom_tool_call_output") {
    return undefined;
  }
  const policy = policyOf(state);
  if (bounded === undefined) {
    if (policy === null) return undefined;
    return boundItem(item, policy).cut === null ? HOLDS : [tooLong(item.output, policy)];
  }
  const found: Finding[] = [];
  const allowed = byteBudget(policyAtRecording(bounded.policy)) + MARKER_BYTES;
  if (outputBytes(item.output) > allowed) found.push(tooLong(item.output, bounded.policy));
  if (policy !== null && !isSame(policy, bounded.policy)) {
    const message = `it was bounded at ${words(bounded.policy)}, its turn says ${words(policy)}`;
    found.push({ place: "bounded.policy", message });
  }
  return found.length === 0 ? HOLDS : found;
}

/** Null: a foreign session that does not say; its own tool decided. */
function policyOf({ turns, thread }: ThreadState): TruncationPolicy | null {
  if (thread?.source.dialect !== "refold") return null;
  return turns.running?.envelope.truncationPolicy ?? DEFAULT_POLICY;
}

function tooLong(output: ToolOutput, policy: TruncationPolicy): Finding {
  const message = `an output of ${outputBytes(output)} bytes under a policy of ${words(policy)}`;
  return { place: "item", message };
}

function outputBytes(output: ToolOutput): number {
  if (typeof output === "string") return utf8Bytes(output);
  return output.reduce(
    (sum, part) => sum + (part.type === "input_text" ? utf8Bytes(part.text) : 0),
    0,
  );
}

function isSame(a: TruncationPolicy, b: TruncationPolicy): boolean {
  return a.mode === b.mode && a.limit === b.limit;
}

function words({ mode, limit }: TruncationPolicy): string {
  return `${limit} ${mode}`;
}
