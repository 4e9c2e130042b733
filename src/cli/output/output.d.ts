/** The styles in use. Each gives the text back unchanged where there is no colour. */
export type Styles = Readonly<Record<"bold" | "dim" | "red" | "green" | "yellow" | "blue" | "magenta" | "cyan", Style>>;
export type Style = (text: string) => string;
/** Where a command writes for people and for programs. */
export interface Output {
    /** Columns that lines should fit into. */
    readonly columns: number;
    readonly styles: Styles;
    /** Writes lines and a line feed; what could drive the terminal is made visible. */
    text(lines: string): void;
    /** Writes a value as JSON: on one line, or with `indent` spaces. */
    json(value: unknown, options?: {
        readonly indent?: number;
    }): void;
    /** Waits while the reader is behind; a long result awaits it after each part. */
    keepUp(): Promise<void>;
    /** Sends what is held back, and resolves once the reader has taken it. */
    flush(): Promise<void>;
}
/** A stream that may be a terminal. */
export type OutputStream = NodeJS.WritableStream & {
    readonly isTTY?: boolean | undefined;
    readonly columns?: number | undefined;
};
export declare function openOutput(stream: OutputStream): Output;
/**
 * The last gate before the terminal: whatever a renderer forgot to neutralise is neutralised here.
 * With `styles`, this program's own colours pass.
 */
export declare function guard(text: string, { styles }: {
    readonly styles: boolean;
}): string;
