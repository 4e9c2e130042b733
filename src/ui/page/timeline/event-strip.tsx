import { useEffect, useRef, useState } from "preact/hooks";
import type { EventDetail, Step } from "../../api.js";
import { neutraliseText } from "../../../projections/display-text.js";
import { figure } from "../../../projections/figures.js";
import { useClient } from "../client.js";
import type { PaneProps } from "../pane.js";
import { CopyButton } from "../parts/copyable.js";
import { Icon, type IconName } from "../parts/icon.js";
import { ProblemBox } from "../notices.js";
import { Time } from "../parts/time.js";
import { usePlace, usePlaceStore } from "../place-store.js";
import { useLatest } from "../use-latest.js";

/** The event that the reader is at, and the buttons that lead to others. */
export function EventStrip({ session, offset, steps }: PaneProps & { readonly steps: Steps }) {
  const client = useClient();
  const { key } = session.row;
  const load = (wanted: number) => (signal: AbortSignal) =>
    client.askSession(key, "event", { offset: wanted }, signal);
  const nearby = [offset + 1, offset - 1].filter((one) => one >= 0 && one < session.head);
  const { value, problem } = useLatest(
    offset < 0 ? null : `${key} ${offset}`,
    load(offset),
    nearby.map((one) => ({ key: `${key} ${one}`, load: load(one) })),
  );
  return (
    <>
      <div class="transport" role="group" aria-label="Steps">
        <StepButton
          icon="backTurn"
          label="Turn before (Shift ←)"
          act={() => steps.by("turn", "previous")}
        />
        <StepButton
          icon="back"
          label="Event before (←)"
          act={() => steps.by("event", "previous")}
        />
        <OffsetField key={offset} offset={offset} head={session.head} onOffset={steps.to} />
        <StepButton icon="on" label="Next event (→)" act={() => steps.by("event", "next")} />
        <StepButton
          icon="onTurn"
          label="Next turn (Shift →)"
          act={() => steps.by("turn", "next")}
        />
        <FollowButton session={session} offset={offset} steps={steps} />
        {value !== null && <EventWords event={value} />}
      </div>
      {problem !== null && <ProblemBox problem={problem} />}
      {value !== null && <Happenings event={value} />}
    </>
  );
}

/** Stays at the end while the session is written; says what came while the reader was elsewhere. */
function FollowButton({
  session: { head, isIndexed },
  offset,
  steps,
}: PaneProps & { readonly steps: Steps }) {
  const { at } = usePlace();
  const [seen, setSeen] = useState(head);
  useEffect(() => {
    if (at === null || !isIndexed) setSeen(head);
  }, [at, head, isIndexed]);
  return (
    <>
      {offset === head - 1 && <span class="tag">end</span>}
      <button
        type="button"
        aria-pressed={at === null}
        title="Stay at the end while the session is written (End)"
        onClick={() => (at === null ? steps.to(offset) : steps.follow())}
      >
        <Icon name="end" />
        Follow
        {isIndexed && head > seen && (
          <span class="tag" role="status">
            {figure(head - seen)} new
          </span>
        )}
      </button>
    </>
  );
}

interface StepButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly act: () => void;
}

function StepButton({ icon, label, act }: StepButtonProps) {
  return (
    <button type="button" class="icon-button" title={label} aria-label={label} onClick={act}>
      <Icon name={icon} />
    </button>
  );
}

interface OffsetFieldProps {
  readonly offset: number;
  readonly head: number;
  readonly onOffset: (offset: number) => void;
}

function OffsetField({ offset, head, onOffset }: OffsetFieldProps) {
  return (
    <label class="offset-field">
      <span class="visually-hidden">Offset</span>
      <input
        inputMode="numeric"
        value={offset}
        size={Math.max(4, String(head).length)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => {
          const wanted = Number(currentTarget.value.replace(/^#/, ""));
          if (Number.isInteger(wanted)) onOffset(wanted);
        }}
      />
      <span class="quiet">of {figure(Math.max(0, head - 1))}</span>
    </label>
  );
}

function EventWords({ event: { at, type, turn, rolledBackAt } }: { readonly event: EventDetail }) {
  return (
    <span class="event-words">
      <Time at={at} />
      <code>{type}</code>
      {rolledBackAt !== null && <span class="tag tag-danger">rolled back at #{rolledBackAt}</span>}
      {turn !== null && (
        <span class="event-turn" dir="auto" title={neutraliseText(turn.words)}>
          {turn.number !== null && <b>turn {turn.number} </b>}
          {neutraliseText(turn.words)}
        </span>
      )}
    </span>
  );
}

/** What happened there, in lines; the event as it is recorded on demand. */
function Happenings({ event }: { readonly event: EventDetail }) {
  const [isOpen, setOpen] = useState(false);
  const [first] = event.rows;
  return (
    <details
      class="happenings"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        {first === undefined ? (
          <span class="quiet">nothing to read</span>
        ) : (
          <>
            <b class={first.failed ? "failed" : ""}>{first.label}</b>{" "}
            <span dir="auto">{neutraliseText(first.text.slice(0, 300))}</span>
          </>
        )}
      </summary>
      {isOpen && (
        <div class="happenings-all">
          {event.rows.map(({ label, text }, index) => (
            <p key={index}>
              <b>{label}</b> <span dir="auto">{neutraliseText(text)}</span>
            </p>
          ))}
          <CopyButton label="Copy JSON" text={() => event.json} />
          <pre>{event.json}</pre>
          {event.jsonChars > event.json.length && (
            <p class="quiet">…and {figure(event.jsonChars - event.json.length)} more characters</p>
          )}
        </div>
      )}
    </details>
  );
}

type Direction = "previous" | "next";

export interface Steps {
  /** To an offset, kept within the session. */
  readonly to: (offset: number) => void;
  readonly by: (step: Step, direction: Direction) => void;
  /** To the end, and stays there while the session grows. */
  readonly follow: () => void;
}

/** Ways through a session. Steps that the server has to find are taken one after the other. */
export function useSteps(key: string, head: number, report: (problem: unknown) => void): Steps {
  const client = useClient();
  const store = usePlaceStore();
  const pending = useRef(Promise.resolve());
  const current = (): number => Math.min(store.place.at ?? head - 1, head - 1);
  const to = (offset: number): void => store.step({ at: Math.max(0, Math.min(head - 1, offset)) });
  const find = async (by: Step, direction: Direction): Promise<void> => {
    const at = current();
    const { offset } = await client.askSession(key, "step", { at, by, to: direction });
    if (current() === at && offset !== null) to(offset);
  };
  return {
    to,
    by: (step, direction) => {
      if (step === "event") to(current() + (direction === "next" ? 1 : -1));
      else pending.current = pending.current.then(() => find(step, direction)).catch(report);
    },
    follow: () => store.step({ at: null }),
  };
}
