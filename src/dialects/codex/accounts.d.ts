import type { EventAccount, LogEvent } from "../../events/event.js";
import type { Accountant } from "../shared/session-form.js";
/**
 * How the lines of a Codex rollout count.
 *
 * A fork's rollout begins with its own `session_meta` line (`forked_from_id`) and a copy of the other
 * session's history, from that one's `session_meta` on, each line with the time of copying. The copy
 * ends where the next line is more than a second later: the first request of the fork's own.
 */
export declare class CodexAccounts implements Accountant {
    #private;
    take(event: LogEvent): EventAccount;
}
