import type { TurnSettings } from "../../events/slices.js";
import { type MarkerPair } from "../../fragment-markers.js";
import type { TurnContext } from "./turn-context.js";
/** Lifetimes of what may stand in the ledger (docs/semantics.md §14.2). */
type LedgerLifetime = "session" | "turn" | "checkpoint";
/** Lifetimes of what must never stand there: one request's, or the client's own. */
type PassingLifetime = "prompt" | "client";
/** What every kind of injected context says of itself. */
interface FragmentKind {
    /** Unique in a registry; recorded with each use. */
    readonly kind: string;
    readonly role: "developer" | "user";
    /** True when a text is of this kind: its markers tell. */
    recognise(text: string): boolean;
}
/** What a session fragment may look at when it renders. */
interface RenderInput {
    readonly context: TurnContext;
    /** The facts that changed; null: everything is to be told. */
    readonly changed: ReadonlySet<string> | null;
    /**
     * When everything is told: the facts that are none now, while an item that the model still sees
     * says otherwise.
     */
    readonly withdrawn: ReadonlySet<string>;
    /** Settings of the turn before this one; null: there is none. */
    readonly previousTurn: TurnSettings | null;
}
/**
 * Context that belongs to the baseline: told in full once, then only when one of its facts changes.
 */
export interface SessionFragment extends FragmentKind {
    readonly lifetime: "session";
    /** The envelope's facts that it speaks for; no other fragment speaks for them. */
    readonly facts: readonly string[];
    /** @returns the text with its markers; null when there is nothing to say */
    render(input: RenderInput): string | null;
    /** What takes an earlier telling back; null: nothing needs to be taken back. */
    readonly withdrawal: string | null;
}
/** Context that is recorded once and then is history: an explicit skill, a hook's text. */
export interface TurnFragment<Input> extends FragmentKind {
    readonly lifetime: "turn";
    render(input: Input): string;
}
/** Context that one request sees and the ledger never does. */
export interface PromptFragment<Input> extends FragmentKind {
    readonly lifetime: "prompt";
    render(input: Input): string;
}
/** A text made by a fragment that may be recorded. Only the runtime's owners make these. */
export interface RenderedFragment<Lifetime extends LedgerLifetime | PassingLifetime> {
    readonly kind: string;
    readonly role: "developer" | "user";
    readonly lifetime: Lifetime;
    readonly text: string;
}
/** Renders a fragment that lives for a turn or a request; the lifetime goes with the text. */
export declare function renderFragment<Input, Lifetime extends "turn" | "prompt">(fragment: FragmentKind & {
    readonly lifetime: Lifetime;
    render(input: Input): string;
}, input: Input): RenderedFragment<Lifetime>;
/** A text between an opening tag and the closing tag of the same name. */
export declare function tagged(open: string, body: string): string;
/** True when a text, white space aside, starts and ends with the tag. */
export declare function isTagged(open: string): (text: string) => boolean;
/** True when a text, white space aside, starts and ends with the markers, whatever their case. */
export declare function isMarked(markers: MarkerPair): (text: string) => boolean;
/** A text in which `<`, `>`, `&` and quotes stand as XML entities. */
export declare function escapeXml(text: string): string;
/** A skill in full, for one turn: recorded where it was asked for, not restored later. */
export declare const explicitSkill: TurnFragment<{
    readonly name: string;
    readonly path: string;
    readonly text: string;
}>;
/** What a hook wants the model to know. */
export declare const hookContext: TurnFragment<{
    readonly hookRunId: string;
    readonly text: string;
}>;
/** A command that the user ran beside the agent. */
export declare const userShellCommand: TurnFragment<{
    readonly command: string;
    readonly exitCode: number;
    readonly output: string;
}>;
/** The turn before was cut short. */
export declare const turnAborted: TurnFragment<{
    readonly reason: string;
}>;
/** Something happened to another agent. */
export declare const subAgentNotification: TurnFragment<{
    readonly agent: string;
    readonly text: string;
}>;
export {};
