import { withoutEditorContext } from "../codex-strings.js";
import type { LogEvent } from "../events/event.js";
import { userMessageText } from "../events/item-class.js";
import { isKnownEvent } from "../events/known-event.js";
import { factsOf, itemsOf } from "../reducers/reduce.js";
import { withSingleSpaces } from "./display-text.js";

/** Long enough for a line of a list; what is longer is cut. */
const LONGEST_TITLE = 160;

/**
 * Finds a session's title among what was said in it: the first words of a person. A command without
 * words (`/mode`) and what only a program says in the user's name are the title where nothing else is said.
 */
export class FirstWords {
  #words: string | null = null;
  #spare: string | null;

  /** @param spare the title, should a person say nothing that is one */
  constructor(spare: string | null = null) {
    this.#spare = spare;
  }

  /** Null: nobody said anything. */
  get title(): string | null {
    return this.#words ?? this.#spare;
  }

  /** Nothing that follows changes the title. */
  get isFound(): boolean {
    return this.#words !== null;
  }

  /** Takes the next message of a user. */
  take(text: string): void {
    if (this.isFound) return;
    const said = personsWords(text);
    this.#words = said === null ? null : toTitle(said);
    this.#spare ??= toTitle(commandIn(text) ?? text);
  }

  /** Takes what users say in an event. */
  takeEvent(event: LogEvent): void {
    if (!isKnownEvent(event)) return;
    for (const fact of factsOf(event)) {
      if (fact.type === "history.compacted") continue;
      for (const { item, origin } of itemsOf(fact)) {
        const isUsers = origin === "user" && item.type === "message" && item.role === "user";
        if (isUsers) this.take(userMessageText(item));
      }
    }
  }
}

/** Tags around what programs put before a person's words, or in their place. */
const PROGRAMS_TAG =
  /^<((?:local-)?command-[\w-]+|bash-[\w-]+|ide_\w+|system-reminder|user_instructions|environment_context|user-prompt-submit-hook|task-notification|INSTRUCTIONS|image)\b[^>]*>/;
/** Beginnings of texts that are a program's to their end. */
const PROGRAMS_TEXT =
  /^(?:# AGENTS\.md instructions|Caveat: The messages below were generated|\[Request interrupted by user)/;
const COMMAND = /^\/[\w:.-]+$/;

/** @returns null: it has none of a person */
function personsWords(text: string): string | null {
  let said = withoutEditorContext(text).trimStart();
  for (let tag = PROGRAMS_TAG.exec(said); tag !== null; tag = PROGRAMS_TAG.exec(said)) {
    const name = tag[1] ?? "";
    if (name === "command-message" || name === "command-name") return commandWithWords(said);
    const end = said.indexOf(`</${name}>`);
    if (end === -1) return null;
    said = said.slice(end + name.length + "</>".length).trimStart();
  }
  const isPersons = !PROGRAMS_TEXT.test(said) && !COMMAND.test(said.trimEnd());
  return isPersons ? said : null;
}

/** What Claude Code records of a command that was typed. */
const NAME = /<command-name>\s*([^<]+?)\s*<\/command-name>/;
const WORDS = /<command-args>\s*([^<][\s\S]*?)\s*<\/command-args>/;

function commandWithWords(text: string): string | null {
  const words = WORDS.exec(text.slice(0, LONGEST_TITLE * 8))?.[1];
  return words === undefined ? null : `${commandIn(text) ?? ""} ${words}`;
}

function commandIn(text: string): string | null {
  return NAME.exec(text.slice(0, LONGEST_TITLE * 8))?.[1] ?? null;
}

/** A text on one line, cut to what a list shows; null: there is nothing in it. */
export function toTitle(text: string): string | null {
  const said = withoutEditorContext(text).trimStart();
  // Mostly the beginning is enough, and each listed thread pays for what is looked at.
  const near = onOneLine(said.slice(0, LONGEST_TITLE * 2));
  if (near.length >= LONGEST_TITLE && !HALF_A_CHARACTER.test(near)) {
    return near.slice(0, LONGEST_TITLE);
  }
  const line = onOneLine(said.slice(0, LONGEST_TITLE * 8));
  const title = Array.from(line).slice(0, LONGEST_TITLE).join("");
  return title === "" ? null : title;
}

/** Of a character that takes two units. */
const HALF_A_CHARACTER = /[\ud800-\udfff]/;

function onOneLine(text: string): string {
  return withSingleSpaces(text).trim();
}
