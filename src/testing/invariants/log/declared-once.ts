import type { ThreadState } from "../../../reducers/thread-state.js";
import { HOLDS, type LogInvariant } from "../invariant.js";

export const declaredOnce: LogInvariant = {
  over: "log",
  name: "log/declared-once",
  sentence: "Base instructions and tools are written only when they change.",
  source: "docs/architecture.md, law 9; docs/file-format.md#event-types",
  remedy: "compare the hash with that of the state before writing them again",
  begin: () => ({
    take: ({ known, base }) => {
      if (known?.type !== "instructions.set" && known?.type !== "tools.declared") return undefined;
      const { hash } = known.data;
      const current = currentOf(known.type, base);
      if (current?.hash !== hash) return HOLDS;
      return [{ place: known.type, message: `event ${current.offset} says the same` }];
    },
  }),
};

function currentOf(type: "instructions.set" | "tools.declared", { thread }: ThreadState) {
  return type === "instructions.set" ? thread?.instructions : thread?.tools;
}
