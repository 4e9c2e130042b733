import fc from "fast-check";
import type { JsonObject } from "../../../src/events/primitives.js";
import { answerLine, userLine } from "./transcript.js";

/** An attachment, as far as it says what the model saw of it: the marks in its texts, in order. */
interface Attached {
  readonly attachment: JsonObject;
  readonly rendered: readonly string[] | null;
  readonly role: "system" | "user";
  readonly marks: readonly string[];
  readonly isKnown: boolean;
}

/** A transcript with attachments, what its request has to hold, and how many nobody can read. */
export interface AttachedTranscript {
  readonly lines: readonly JsonObject[];
  /** Each once, in the order of the request. */
  readonly marks: readonly string[];
  readonly unknown: number;
}

/** Kinds that the model was sent without a text being recorded; a text goes where its words come from. */
const WORDED: readonly ((text: string) => JsonObject)[] = [
  (text) => ({ type: "file", content: { type: "text", file: { filePath: "/f", content: text } } }),
  (content) => ({ type: "nested_memory", path: "/CLAUDE.md", content: { content } }),
  (snippet) => ({ type: "edited_text_file", filename: "/f", snippet }),
  (content) => ({
    type: "selected_lines_in_ide",
    filename: "/f",
    lineStart: 1,
    lineEnd: 2,
    content,
  }),
  (filename) => ({ type: "opened_file_in_ide", filename }),
  (content) => ({ type: "skill_listing", content }),
  (blockingError) => ({
    type: "hook_blocking_error",
    ...{ hookName: "Stop", blockingError: { command: "x", blockingError } },
  }),
  (text) => ({ type: "hook_additional_context", hookName: "Stop", content: [text] }),
  (content) => ({
    ...{ type: "hook_success", hookName: "SessionStart", hookEvent: "SessionStart", content },
  }),
];

const UNSEEN = ["prompt_snapshot", "session_context", "goal_status", "already_read_file"];

const kind = fc.oneof(
  fc.record({
    kind: fc.constant("rendered" as const),
    name: fc.constantFrom("date", "new_kind"),
    role: fc.constantFrom("system" as const, "user" as const),
    texts: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({ kind: fc.constant("worded" as const), pick: fc.nat(WORDED.length - 1) }),
  fc.record({ kind: fc.constant("unseen" as const), pick: fc.nat(UNSEEN.length - 1) }),
  fc.record({ kind: fc.constant("typed" as const), isRendered: fc.boolean() }),
  fc.record({ kind: fc.constant("unknown" as const), name: fc.stringMatching(/^new_[a-z]{1,6}$/) }),
);
type Kind = typeof kind extends fc.Arbitrary<infer Value> ? Value : never;

const group = fc.record({
  /** What the attachments came with. */
  after: fc.constantFrom("words" as const, "output" as const),
  kinds: fc.array(kind, { maxLength: 4 }),
});

/**
 * Turns whose words or outputs have attachments of every kind. Claude Code puts what it attached before the
 * words, and after an output.
 */
export function attachedTranscript(): fc.Arbitrary<AttachedTranscript> {
  return fc.array(group, { minLength: 1, maxLength: 5 }).map((groups) => {
    const writer = new AttachedWriter();
    for (const { after, kinds } of groups) {
      if (after === "words") writer.words(kinds);
      else writer.output(kinds);
    }
    return writer;
  });
}

class AttachedWriter implements AttachedTranscript {
  readonly lines: JsonObject[] = [];
  readonly marks: string[] = [];
  unknown = 0;
  #made = 0;
  #tip: string | null = null;

  words(kinds: readonly Kind[]): void {
    const words = this.#mark();
    this.#place((uuid, parent) => userLine(uuid, parent, words, { sessionId: "s1" }));
    // Words typed while the model works come with an output.
    this.#attach(kinds.filter((one) => one.kind !== "typed"));
    this.marks.push(words);
    this.#answer([{ type: "text", text: this.#marked() }]);
  }

  output(kinds: readonly Kind[]): void {
    this.words([]);
    const id = `c${this.#made++}`;
    this.#answer([{ type: "tool_use", id, name: "Read", input: {} }]);
    const content = [{ type: "tool_result", tool_use_id: id, content: this.#marked() }];
    this.#place((uuid, parent) => userLine(uuid, parent, content));
    this.#attach(kinds);
    this.#answer([{ type: "text", text: this.#marked() }]);
  }

  #attach(kinds: readonly Kind[]): void {
    for (const one of kinds) {
      const { attachment, rendered, role, marks, isKnown } = this.#attached(one);
      const seen = rendered && { rendered: rendered.map((content) => ({ content })) };
      this.#place((uuid, parentUuid) => ({
        ...{ type: "attachment", uuid, parentUuid, attachment },
        ...(seen && { ...seen, renderedRole: role }),
      }));
      this.marks.push(...marks);
      if (!isKnown) this.unknown += 1;
    }
  }

  #attached(one: Kind): Attached {
    const plain = { rendered: null, role: "user", marks: [], isKnown: true } as const;
    switch (one.kind) {
      case "rendered": {
        const marks = Array.from({ length: one.texts }, () => this.#mark());
        const rendered = marks.map((text) => `<system-reminder>\n${text}\n</system-reminder>`);
        return { ...plain, attachment: { type: one.name }, rendered, role: one.role, marks };
      }
      case "worded": {
        const text = this.#mark();
        return { ...plain, attachment: WORDED[one.pick]?.(text) ?? {}, marks: [text] };
      }
      case "unseen":
        return { ...plain, attachment: { type: UNSEEN[one.pick] } };
      case "typed": {
        const text = this.#mark();
        const attachment = { type: "queued_command", prompt: text, commandMode: "prompt" };
        return {
          ...plain,
          attachment,
          rendered: one.isRendered ? [`typed: ${text}.`] : null,
          marks: [text],
        };
      }
      case "unknown":
        return { ...plain, attachment: { type: one.name, content: this.#mark() }, isKnown: false };
    }
  }

  #answer(content: readonly JsonObject[]): void {
    this.#place((uuid, parent) => answerLine(uuid, parent ?? "", { id: `m${uuid}`, content }));
  }

  #place(line: (uuid: string, parent: string | null) => JsonObject): void {
    const uuid = `u${this.#made++}`;
    this.lines.push(line(uuid, this.#tip));
    this.#tip = uuid;
  }

  /** A text that occurs once. */
  #mark(): string {
    return `[${this.#made++}]`;
  }

  /** One that stands where it is written. */
  #marked(): string {
    const mark = this.#mark();
    this.marks.push(mark);
    return mark;
  }
}
