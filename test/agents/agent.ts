import type { Call } from "./reply.js";
import type { Api, ModelRequest } from "./scripted-server.js";

/** What a scenario may ask of a program. A program that cannot do it throws `NotOffered`. */
export interface Agent {
  /** Runs a turn to its end, whatever end that is. */
  prompt(text: string, options?: PromptOptions): Promise<void>;
  /** Starts a turn and does not wait; `settle` does. */
  begin(text: string, options?: PromptOptions): Promise<void>;
  settle(): Promise<void>;
  /** Words that the user types while a turn runs. */
  steer(text: string, options?: PromptOptions): Promise<void>;
  interrupt(): Promise<void>;
  compact(): Promise<void>;
  /** Takes back the newest turns, and goes on in the same session. */
  rollback(turns: number): Promise<void>;
  /** Goes on in a fork of the session: of all of it, or without its newest turns. */
  fork(options?: { readonly withoutTurns?: number }): Promise<void>;
  /** Ends the program, and resumes the session in a new process. */
  restart(): Promise<void>;
  /** The same, but the process gets no chance to end well. */
  kill(): Promise<void>;
  /** Resumes the session that a file holds: one that something else wrote. */
  adopt(session: { readonly path: string; readonly text: string }): Promise<void>;
  /** Resumes a session that is in the program's home already. */
  reopen(path: string): Promise<void>;
  /** What the program shows of the session's history; absent: it gives nobody but its terminal that. */
  history?(): Promise<unknown>;
  close(): Promise<void>;

  /** The call that asks the program for this deed, as the tools of a request allow it. */
  call(deed: Deed, request: ModelRequest): Call;
  /** Whether a request carries the session's conversation, and not a title, a sub-agent or a summary. */
  kindOf(request: ModelRequest): RequestKind;
  /** The session's newest file in a folder of copies; of a sub-agent's request, the sub-agent's file. */
  sessionFile(folder: string, request?: ModelRequest): string | null;
  /** Commands that only this program has. */
  readonly own?: Readonly<Record<string, () => Promise<void>>>;
}

export type RequestKind = "main" | "compaction" | "sub-agent" | "side";

export interface PromptOptions {
  readonly images?: readonly Picture[];
  readonly model?: string;
  readonly folder?: string;
  readonly sandbox?: "read-only" | "full-access";
  readonly approval?: "never" | "on-request";
  readonly effort?: "low" | "high";
}

export interface Picture {
  readonly path: string;
  readonly mediaType: string;
  readonly base64: string;
}

export type Deed =
  | { readonly do: "shell"; readonly command: string }
  | { readonly do: "add-file"; readonly path: string; readonly text: string }
  | { readonly do: "read-file"; readonly path: string }
  | { readonly do: "view-image"; readonly path: string }
  | { readonly do: "delegate"; readonly task: string }
  | { readonly do: "wait-for-agents" }
  | { readonly do: "find-tool"; readonly query: string }
  /** A tool of the server that the scenario starts, or one that the client of the program offers. */
  | { readonly do: "other-tool"; readonly tool: string }
  | { readonly do: "unknown-tool" };

/** Where a program of one run works. */
export interface Place {
  readonly model: string;
  readonly binaryCommand: readonly string[];
  readonly serverUrl: string;
  readonly homeFolder: string;
  readonly workFolder: string;
  readonly logFile: string;
  /** The command of a server with tools (MCP) that the program is to use; null: none. */
  readonly toolServer: readonly string[] | null;
}

/** A program at a pinned version, and how to start it. */
export interface Program {
  readonly name: string;
  readonly family: "codex" | "claude-code" | "pi";
  readonly version: string;
  readonly api: Api;
  /** The model of its sessions, and one to change to: both known to this version. */
  readonly models: readonly [string, string];
  /** The folders of a home that hold sessions. */
  readonly sessionFolders: readonly string[];
  readonly command: () => readonly string[] | null;
  readonly start: (place: Place) => Promise<Agent>;
}

/** The program has no way to do what the scenario needs. */
export class NotOffered extends Error {
  override readonly name = "NotOffered";
}
