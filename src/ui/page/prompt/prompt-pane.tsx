import { useEffect, useState, useId } from "preact/hooks";
import type { PromptPart, PromptWindow } from "../../api-views.js";
import { useClient, useAbout } from "../client.js";
import type { PaneProps } from "../pane.js";
import { Empty, ProblemBox } from "../notices.js";
import { VirtualList } from "../parts/virtual-list.js";
import { formatPlace } from "../place.js";
import { useFilter, usePlace } from "../place-store.js";
import { type Rows, useWindow } from "../use-latest.js";
import { Part } from "./part.js";
import { counted, figure, shortFigure } from "../../../projections/figures.js";
import { CopyButton } from "../parts/copyable.js";
import { addressOf, sessionPath } from "../server.js";

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

interface PromptToolsProps {
  readonly sessionKey: string;
  readonly prompt: PromptWindow;
  readonly offset: number;
}

/** How full the prompt is, whom it is for, what was done to it; the body of the request. */
function PromptTools({ sessionKey, prompt, offset }: PromptToolsProps) {
  const { tokens, total, repairsTotal, refused, modelNotice } = prompt;
  const [areRepairsOpen, setRepairsOpen] = useState(false);
  return (
    <>
      <div class="toolbar">
        <span>
          <b>{figure(tokens)}</b> tokens in {counted(total, "part")}
        </span>
        <Fill prompt={prompt} />
        <Target prompt={prompt} />
        <button
          type="button"
          aria-expanded={areRepairsOpen}
          disabled={repairsTotal === 0}
          onClick={() => setRepairsOpen(!areRepairsOpen)}
        >
          {counted(repairsTotal, "repair")}
        </button>
        {refused === null && <Body sessionKey={sessionKey} offset={offset} />}
      </div>
      {modelNotice !== null && <p class="notice">{modelNotice}</p>}
      {refused !== null && (
        <p class="notice" role="alert">
          No body can be made: {refused.message}. Choose another provider or model above.
        </p>
      )}
      {areRepairsOpen && <Repairs prompt={prompt} />}
    </>
  );
}

/** The body of the request, as the provider would get it. */
function Body({ sessionKey, offset }: Pick<PromptToolsProps, "sessionKey" | "offset">) {
  const client = useClient();
  const [provider] = useFilter("provider");
  const [model] = useFilter("model");
  if (client.follow === null) return null;
  const target = { at: offset, provider, model };
  const body = async (): Promise<string> =>
    JSON.stringify(await client.askSession(sessionKey, "body", target), null, 2);
  return (
    <>
      <CopyButton label="Copy body" text={body} />
      <a href={addressOf(sessionPath(sessionKey, "body"), target)} target="_blank" rel="noreferrer">
        Raw JSON
      </a>
    </>
  );
}

/** How much of the window is used. */
function Fill({ prompt: { usedTokens, contextWindow } }: { readonly prompt: PromptWindow }) {
  if (contextWindow === null || contextWindow === 0) return null;
  const percent = Math.round((100 * usedTokens) / contextWindow);
  return (
    <span
      class="fill"
      title={`${figure(usedTokens)} of ${figure(contextWindow)} tokens, as reported`}
    >
      <meter min={0} max={contextWindow} high={contextWindow * 0.85} value={usedTokens}>
        {percent}%
      </meter>
      {percent}% of {shortFigure(contextWindow)}
    </span>
  );
}

/** Whose API and which model the prompt is made for; empty: as the session says. */
function Target({ prompt }: { readonly prompt: PromptWindow }) {
  const { providers, models } = useAbout();
  const [provider, setProvider] = useFilter("provider");
  const [model, setModel] = useFilter("model");
  const list = useId();
  return (
    <>
      <label class="target">
        <span class="visually-hidden">Provider</span>
        <select value={provider} onChange={({ currentTarget }) => setProvider(currentTarget.value)}>
          <option value="">{provider === "" ? prompt.provider : "as the session"}</option>
          {providers.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label class="target">
        <span class="visually-hidden">Model</span>
        <input
          type="search"
          list={list}
          value={model}
          placeholder={prompt.model ?? "model"}
          spellcheck={false}
          onChange={({ currentTarget }) => setModel(currentTarget.value.trim())}
        />
        <datalist id={list}>
          {models.map((id) => (
            <option key={id} value={id} />
          ))}
        </datalist>
      </label>
    </>
  );
}

/** Every difference between the ledger and the body. */
function Repairs({ prompt: { repairs, repairsTotal } }: { readonly prompt: PromptWindow }) {
  const place = usePlace();
  return (
    <ul class="repairs" aria-label="Repairs" tabIndex={0}>
      {repairs.map(({ kind, ref, reason }, index) => (
        <li key={index}>
          <span class="tag tag-warning">{kind}</span>
          {ref !== null && (
            <a href={formatPlace({ ...place, at: Number.parseInt(ref, 10) })}>#{ref}</a>
          )}
          <span>{reason}</span>
        </li>
      ))}
      {repairsTotal > repairs.length && (
        <li class="quiet">…and {counted(repairsTotal - repairs.length, "more", "more")}</li>
      )}
    </ul>
  );
}
