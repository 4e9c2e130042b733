import { useEffect, useState } from "preact/hooks";
import type { PromptPart, PromptWindow } from "../../api-views.js";
import { useClient } from "../client.js";
import type { PaneProps } from "../pane.js";
import { Empty, ProblemBox } from "../parts/problem-box.js";
import { VirtualList } from "../parts/virtual-list.js";
import { useFilter, usePlace } from "../place-store.js";
import { type Rows, useWindow } from "../use-window.js";
import { Part } from "./part.js";
import { PromptTools } from "./prompt-tools.js";

/** What the model would be sent after an event, part by part. */
export function PromptPane({ session, offset }: PaneProps) {
  const { key } = session.row;
  const [provider] = useFilter("provider");
  const [model] = useFilter("model");
  const { latest, total, rowAt, onRange, isAtEnd, toEnd } = usePrompt(session.head, {
    key,
    offset,
    provider,
    model,
  });
  const { value, problem } = latest;
  const isFollowing = usePlace().at === null;
  useEffect(() => {
    if (isFollowing) toEnd();
  }, [isFollowing]);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  if (problem !== null) return <ProblemBox problem={problem} />;
  if (value === null) return <Empty>{offset < 0 ? "Nothing was recorded yet." : "Reading…"}</Empty>;
  return (
    <div class="prompt" data-at={value.at}>
      <PromptTools sessionKey={key} prompt={value} offset={offset} />
      {total === 0 && <Empty>The model would be sent nothing yet.</Empty>}
      <VirtualList
        label="Parts of the prompt"
        count={total}
        estimate={96}
        start={isAtEnd ? "end" : null}
        startKey={value.at}
        onRange={onRange}
        renderRow={(index) => {
          const part = rowAt(index);
          if (part === undefined) return <div class="part part-waiting" />;
          const id = `${part.ref ?? ""} ${part.kind}`;
          return (
            <Part
              part={part}
              sessionKey={key}
              at={value.at}
              isOpen={opened.has(id)}
              onToggle={() => setOpened(toggled(opened, id))}
            />
          );
        }}
      />
    </div>
  );
}

interface Asked {
  readonly key: string;
  readonly offset: number;
  readonly provider: string;
  readonly model: string;
}

/** The prompt at an offset, from its end on; those at the neighbours are asked for ahead. */
function usePrompt(head: number, asked: Asked) {
  const client = useClient();
  const { key, offset, provider, model } = asked;
  const promptAt = (at: number) => ({
    key: [key, at, provider, model].join(" "),
    load: (rows: Rows, signal: AbortSignal) =>
      client.askSession(key, "prompt", { at, provider, model, ...rows }, signal),
  });
  const nearby = [offset + 1, offset - 1].filter((at) => at >= 0 && at < head);
  const here = promptAt(offset);
  return useWindow<PromptPart, PromptWindow>({
    key: offset < 0 ? null : here.key,
    load: here.load,
    isAtEnd: true,
    nearby: nearby.map(promptAt),
  });
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(ids);
  if (!after.delete(id)) after.add(id);
  return after;
}
