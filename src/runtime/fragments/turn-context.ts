import { createHash } from "node:crypto";
import { invalidArgument, type RefoldError } from "../../errors.js";
import { isJsonObject } from "../../events/json.js";
import type { Modality, TruncationPolicy } from "../../events/primitives.js";
import { recordable } from "../../events/recordable.js";
import type { Envelope } from "../../events/slices.js";
import type { ToolDeclaration } from "../../events/thread.js";

/** A file of instructions for agents, as found on the way from the project's root to `cwd`. */
export interface AgentsFile {
  readonly path: string;
  /** The folder that it speaks for. */
  readonly directory: string;
  readonly text: string;
}

/** A skill as the catalogue lists it. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly path: string;
}

/** An app or a plugin that the model may make use of. */
export interface Capability {
  readonly name: string;
  readonly description?: string;
}

/** How the agent and the user work together; `instructions` are what the model is told of it. */
export interface CollaborationMode {
  readonly mode: string;
  readonly instructions: string;
}

/**
 * What a caller says about a turn: the envelope's facts, with the texts that the envelope only names
 * by hash. A fact that is absent is none.
 */
export interface TurnContext {
  readonly model: string;
  readonly provider?: string;
  readonly cwd?: string;
  /** `never`, `on-request`, … */
  readonly approvalPolicy?: string;
  readonly sandboxPolicy?: SandboxPolicy;
  /** `enabled`, `restricted`, … */
  readonly network?: string;
  readonly shell?: string;
  /** IANA name. */
  readonly timezone?: string;
  /** `2026-04-01`, in `timezone`. */
  readonly date?: string;
  /** Sub-agents that can be asked. */
  readonly subAgents?: readonly string[];
  readonly personality?: string;
  readonly collaborationMode?: CollaborationMode;
  readonly realtimeActive?: boolean;
  readonly developerInstructions?: string;
  /** What is remembered from earlier threads, in short. */
  readonly memory?: string;
  readonly apps?: readonly Capability[];
  readonly plugins?: readonly Capability[];
  readonly skills?: readonly Skill[];
  readonly agentsFiles?: readonly AgentsFile[];
  /** Base instructions; absent: as they are. */
  readonly instructions?: string;
  /** All tools that the model may call; absent: as they are. */
  readonly tools?: readonly ToolDeclaration[];
  // what the model is not told
  readonly effort?: string;
  readonly outputSchema?: unknown;
  readonly modalities?: readonly Modality[];
  /** In tokens. */
  readonly contextWindow?: number;
  readonly truncationPolicy?: TruncationPolicy;
  readonly memoryMode?: string;
  /** Facts of the caller's own, for fragments of the caller's own. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

export interface SandboxPolicy {
  /** `read-only`, `workspace-write`, `danger-full-access`, … */
  readonly mode: string;
  readonly writableRoots?: readonly string[];
}

/**
 * The envelope that is recorded for a turn: short facts as they are, texts by hash. As the log will say
 * it, so that it compares with what an earlier turn recorded.
 * @throws {RefoldError} `invalid-event`: a fact is no JSON; `invalid-argument`: a part of it is not of its form
 */
export function sealEnvelope(context: TurnContext): Envelope {
  checkForms(context);
  return recordable(envelopeOf(context), "turn.started");
}

const LISTS_OF_TEXTS = ["modalities", "subAgents"] as const;
const LISTS_OF_OBJECTS = ["apps", "plugins", "skills", "agentsFiles"] as const;

function checkForms(context: TurnContext): void {
  for (const name of LISTS_OF_TEXTS) {
    if (!isListOf(context[name], (each) => typeof each === "string")) throw notOfItsForm(name);
  }
  for (const name of LISTS_OF_OBJECTS) {
    if (!isListOf(context[name], isJsonObject)) throw notOfItsForm(name);
  }
  const { cwd, date, sandboxPolicy, collaborationMode } = context;
  if (!isTextIfThere(cwd)) throw notOfItsForm("cwd");
  if (!isTextIfThere(date)) throw notOfItsForm("date");
  if (!isObjectIfThere(sandboxPolicy)) throw notOfItsForm("sandboxPolicy");
  if (!isObjectIfThere(collaborationMode)) throw notOfItsForm("collaborationMode");
}

function isListOf(value: unknown, isElement: (each: unknown) => boolean): boolean {
  return value === undefined || (Array.isArray(value) && value.every(isElement));
}

function isTextIfThere(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function isObjectIfThere(value: unknown): boolean {
  return value === undefined || isJsonObject(value);
}

function notOfItsForm(name: string): RefoldError {
  return invalidArgument(`${name} of a turn's context is not of its form`);
}

function envelopeOf(context: TurnContext): Envelope {
  const { developerInstructions, memory, collaborationMode, ...rest } = context;
  const { apps, plugins, skills, agentsFiles, facts, modalities, ...others } = rest;
  const { instructions, tools, subAgents, sandboxPolicy, ...plain } = others;
  return {
    ...facts,
    ...plain,
    ...(modalities === undefined ? {} : { modalities: [...modalities] }),
    ...optional("instructionsHash", instructions, hashOf),
    ...optional("toolsHash", tools, (list) => hashOf(JSON.stringify(recordable(list)))),
    ...optional("subAgents", subAgents, (names) => [...names]),
    ...optional("sandboxPolicy", sandboxPolicy, ({ mode, writableRoots }) => ({
      mode,
      ...optional("writableRoots", writableRoots, (roots) => [...roots]),
    })),
    ...optional("developerInstructions", developerInstructions, hashOf),
    ...optional("memory", memory, hashOf),
    ...optional("collaborationMode", collaborationMode, ({ mode, instructions }) => ({
      mode,
      hash: hashOf(instructions),
    })),
    ...optional("apps", apps, (list) => list.map(({ name }) => name)),
    ...optional("plugins", plugins, (list) => list.map(({ name }) => name)),
    ...optional("skills", skills, (list) => hashOf(JSON.stringify(recordable(list)))),
    ...optional("agentsFiles", agentsFiles, (files) =>
      files.map(({ path, text }) => ({ path, hash: hashOf(text) })),
    ),
  };
}

/**
 * `sha256-<hex>` of a text's UTF-8 bytes: how texts are named in envelopes.
 * @throws {RefoldError} `invalid-argument`: it is no text
 */
export function hashOf(text: string): string {
  if (typeof text !== "string") throw invalidArgument("what is named by its hash is no text");
  return `sha256-${createHash("sha256").update(text, "utf8").digest("hex")}`;
}

function optional<T>(
  name: string,
  value: T | undefined,
  seal: (value: T) => unknown,
): Record<string, unknown> {
  return value === undefined ? {} : { [name]: seal(value) };
}
