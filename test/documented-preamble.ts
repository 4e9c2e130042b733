// What the prose around an example introduces: a thread that exists, a state, a client. An example in
// README or docs/ may use these names without declaring them (test/documented-examples.test.ts).
import type Anthropic from "@anthropic-ai/sdk";
import type { GoogleGenAI } from "@google/genai";
import type OpenAI from "openai";
import type { z } from "zod";
import type { Session } from "../src/entries/sessions.js";
import type {
  BlobStore,
  EventSource,
  EventStore,
  Item,
  LogEvent,
  ModelClient,
  OwnEventType,
  Prompt,
  RefoldEvent,
  SessionFragment,
  Thread,
  ThreadState,
  Tool,
  TurnFragment,
} from "../src/index.js";

/** A thread of a store, and what can be read of it. */
export declare const threadId: string;
export declare const home: string;
export declare const store: EventStore;
export declare const thread: Thread;
export declare const source: EventSource;
export declare const session: Session;
export declare const state: ThreadState;
export declare const prompt: Prompt;
export declare const events: readonly RefoldEvent[];
export declare const newEvents: readonly LogEvent[];
export declare const item: Item;
export declare const blobs: BlobStore;

/** The official clients of the providers, and models over them. */
export declare const openai: OpenAI;
export declare const claude: Anthropic;
export declare const gemini: GoogleGenAI;
export declare const model: ModelClient;
export declare const previousModel: ModelClient;
export declare const tools: readonly Tool[];
export declare function clientFor(model: string | null): ModelClient;
export declare function linesOf(path: string, signal: AbortSignal): Promise<number>;

/** Definitions of an application. */
export declare const approvalGiven: OwnEventType<z.infer<z.ZodObject<{ tool: z.ZodString }>>>;
export declare const weather: SessionFragment;
export declare const hint: TurnFragment<string>;
export declare function keepNewest<Each>(input: readonly Each[], budgetCharacters: number): Each[];
