/** What each act takes and gives. Other tools' files are imported first: the answer is then about the new thread. */
export interface Acts {
  readonly fork: {
    readonly request: { readonly at: number; readonly title?: string };
    readonly answer: ActAnswer;
  };
  readonly rollback: { readonly request: { readonly to: number }; readonly answer: ActAnswer };
  readonly undo: { readonly request: Record<string, never>; readonly answer: ActAnswer };
  readonly redo: { readonly request: Record<string, never>; readonly answer: ActAnswer };
  readonly rename: { readonly request: { readonly title: string }; readonly answer: ActAnswer };
  readonly compact: {
    readonly request: {
      /** Nothing is written; no file is imported for it. */
      readonly dryRun: boolean;
      readonly strategy?: string;
    };
    readonly answer: CompactAnswer;
  };
  readonly export: {
    readonly request: {
      readonly format: ExportFormat;
      readonly redact: boolean;
    };
    /** A file, with `Content-Disposition: attachment`. */
    readonly answer: never;
  };
  readonly experiment: {
    readonly request: {
      /** A plan as docs/experiments.md describes it, in YAML; its base is this thread. */
      readonly plan: string;
    };
    readonly answer: ExperimentAnswer;
  };
}

export type ActName = keyof Acts;

export const EXPORT_FORMATS = [
  "md",
  "html",
  "json",
  "codex",
  "claude-code",
  "pi",
  "bundle",
] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ActAnswer {
  /** The session to look at now. */
  readonly key: string;
  /** What was done, in a sentence. */
  readonly words: string;
}

export interface CompactAnswer {
  readonly words: string;
  /** Null: it was dry, or there was nothing to do. */
  readonly done: ActAnswer | null;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly summary: string | null;
  readonly goes: readonly CompactedItem[];
  readonly stays: readonly CompactedItem[];
}

export interface CompactedItem {
  readonly type: string;
  readonly origin: string;
  readonly tokensBefore: number;
}

export interface ExperimentAnswer {
  readonly words: string;
  readonly variants: readonly {
    readonly name: string;
    readonly key: string | null;
    readonly words: string;
  }[];
}
