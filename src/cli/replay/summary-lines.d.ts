import type { Output } from "../output/output.js";
import type { DamageOutline, SessionOutline } from "./outline.js";
/** What it came to: the lines below a session. */
export declare function summaryLines(outline: SessionOutline, output: Output): readonly string[];
/** What becomes of damage by which no object is lost. */
export declare const READ_ALL_THE_SAME: ReadonlyMap<string, string>;
/** `line 12, byte 3400, at #11: not-json (20 B set aside)`. */
export declare function damageWords({ line, byte, bytes, offset, reason }: DamageOutline): string;
/** Who and when: the lines above a session. */
export declare function headerLines(outline: SessionOutline, name: string, output: Output): readonly string[];
/** `  model     gpt-5-codex`, wrapped under itself. */
export declare function fieldLines(label: string, value: string, output: Output): readonly string[];
