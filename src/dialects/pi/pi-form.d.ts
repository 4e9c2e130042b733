import type { SessionForm } from "../shared/session-form.js";
/** Sessions of the pi coding agent, `~/.pi/agent/sessions/**` + `/*.jsonl` (docs/pi.md). */
export declare const piForm: SessionForm;
